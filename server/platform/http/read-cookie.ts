import type { FastifyRequest } from 'fastify'

/** Returns the cookie's value, or null when it is absent or empty. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}
