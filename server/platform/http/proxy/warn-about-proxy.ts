import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'

/**
 * Warns once when a request was forwarded and no proxy is trusted: all its callers then share one address and
 * its limits.
 */
export function warnAboutProxy(server: FastifyInstance, app: App): void {
  if (app.config.trustProxyHops > 0) return
  let warned = false
  server.addHook('onRequest', async ({ headers }) => {
    if (warned || headers['x-forwarded-for'] === undefined) return
    warned = true
    app.log.warn(
      'A request carried X-Forwarded-For, but TRUST_PROXY_HOPS is 0. Set it to the number of proxies in front of this server: until then all callers share the address of the proxy and its rate limits.',
    )
  })
}
