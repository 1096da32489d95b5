import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'

/**
 * Reduces each entry of X-Forwarded-For to its IP address, before Fastify reads the client's address from it: some
 * proxies add the port. Otherwise each connection would have its own rate limits. Replaces an entry that is no
 * address with the proxy's address, and warns once when it is the client's.
 */
export function normalizeForwardedAddresses(server: FastifyInstance, app: App): void {
  const hops = app.config.trustProxyHops
  if (hops === 0) return
  let warned = false
  server.addHook('onRequest', async ({ raw: { headers, socket } }) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded !== 'string') return
    const entries = forwarded.split(',').filter((entry) => entry.trim() !== '')
    const addresses = entries.map(readAddress)
    headers['x-forwarded-for'] = addresses.map((address) => address ?? socket.remoteAddress ?? '').join(', ')
    if (warned || addresses.slice(-hops)[0] !== null) return
    warned = true
    app.log.warn(
      'The proxy wrote an X-Forwarded-For without the client’s IP address. Its clients share the address of the proxy and its rate limits. Check the proxy and TRUST_PROXY_HOPS.',
    )
  })
}

/** Returns the address without brackets, port and zone, or null. */
function readAddress(entry: string): string | null {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry.trim()) ?? []
  const address = (bracketed ?? withPort ?? entry.trim()).split('%')[0]!
  return isIP(address) === 0 ? null : address
}
