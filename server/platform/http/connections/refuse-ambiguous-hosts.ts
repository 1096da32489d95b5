import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../refusal.ts'

/**
 * Refuses requests that name more than one host (RFC 9112, 3.2). A proxy or cache may have read another host
 * than this server and would store or forward another company's answer. The connection ends, because the rest
 * of its data is suspect too. Node may start the next request before this answer is sent, so the connection joins
 * `ending` at once.
 */
export function refuseAmbiguousHosts(server: FastifyInstance, ending: WeakSet<Socket>): void {
  server.addHook('onRequest', async ({ raw }, reply) => {
    if (!namesTwoHosts(raw)) return
    ending.add(raw.socket)
    reply.header('connection', 'close')
    throw refuse('malformed_request')
  })
}

function namesTwoHosts({ rawHeaders, headers, url = '' }: IncomingMessage): boolean {
  // Node keeps only the first Host header. rawHeaders alternates names and values.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return true
  const target = /^(https?):\/\/([^/?#]*)/i.exec(url)
  if (target === null) return false
  const [, scheme = '', authority = ''] = target
  return withoutPort(scheme, authority) !== withoutPort(scheme, headers.host ?? '')
}

/** Lower case, without the scheme's default port. */
const withoutPort = (scheme: string, host: string): string =>
  host.toLowerCase().replace(scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/, '')
