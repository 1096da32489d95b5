import type { IncomingMessage } from 'node:http'

/** Reads a request's body as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
