import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'

/**
 * Refuses requests that name more than one host (RFC 9112, 3.2). A proxy or cache on the way may have read another one
 * than this server, and would keep or pass on the answer of the wrong company. The connection ends, as the rest of what
 * arrives on it is in doubt too.
 */
export function refuseAmbiguousHosts(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw }, reply) => {
    if (!namesTwoHosts(raw)) return
    reply.header('connection', 'close')
    throw refuse('malformed_request')
  })
}

function namesTwoHosts({ rawHeaders, headers, url = '' }: IncomingMessage): boolean {
  // Node keeps the first of several Host headers only; as they arrived they are names and values in turns.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return true
  const target = /^(https?):\/\/([^/?#]*)/i.exec(url)
  if (target === null) return false
  const [, scheme = '', authority = ''] = target
  return withoutPort(scheme, authority) !== withoutPort(scheme, headers.host ?? '')
}

/** In lower case, without the port that the scheme has by default. */
const withoutPort = (scheme: string, host: string): string =>
  host.toLowerCase().replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '')
