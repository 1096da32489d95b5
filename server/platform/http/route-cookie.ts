import type { FastifyReply, FastifyRequest } from 'fastify'
import { OWN_PAGE_HEADER, type Route } from '../../../contract/route.ts'
import type { App } from '../context.ts'
import { refuse } from '../refusal.ts'
import type { CallerFacts } from './caller.ts'
import type { RouteCookie } from './handlers.ts'
import { portalOrigin } from './hosts.ts'

/**
 * SameSite=None, since the page is in the frame of another website. Partitioned (CHIPS) gives each of those websites a
 * cookie of its own; a browser that does not know the attribute ignores it.
 */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=None; Partitioned'

/**
 * The cookie of a route that declares one, or null. Throws not_allowed unless a page of this very host sends the request:
 * browsers send a cookie with SameSite=None along with requests of every website.
 */
export function openRouteCookie(
  app: App,
  { cookie: name }: Route,
  { subDomain }: CallerFacts,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteCookie | null {
  if (name === undefined) return null
  const { origin, 'sec-fetch-site': site = 'same-origin', [OWN_PAGE_HEADER]: own } = request.headers
  const expected = subDomain === null ? app.config.appOrigin : portalOrigin(app.config, subDomain)
  if (origin !== expected || site !== 'same-origin' || own === undefined) throw refuse('not_allowed')
  const value = readCookie(request, name)
  return {
    value,
    set: (next, lifeS) => setCookie(reply, name, next, lifeS),
    remove: () => value !== null && setCookie(reply, name, '', 0),
  }
}

/** The cookie's value; null when it is absent or empty. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

/** Removes the cookie with a life of 0 seconds. */
export function setCookie(reply: FastifyReply, name: string, value: string, lifeS: number): void {
  reply.header('set-cookie', `${name}=${value}; Max-Age=${lifeS}; ${ATTRIBUTES}`)
}
