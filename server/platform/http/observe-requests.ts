import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { failpoint } from '../control/failpoint.ts'
import type {} from './send-file.ts'

/**
 * Measures every request by its route and logs its answer at level info. Never logs the input, which may
 * contain secrets.
 */
export function observeRequests(server: FastifyInstance, app: App): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const { method } = request
    const ms = reply.firstSentMs ?? reply.elapsedTime
    app.metrics.requests.observe({ method, route }, ms / 1000)
    app.metrics.responses.inc({ method, route, status: String(reply.statusCode) })
    app.log.info('request', {
      requestId: request.id,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms),
    })
    await failpoint('reply.sent')
  })
}

/**
 * Returns the route's declared path, so that there are as many labels as routes. All files and pages share
 * one label each.
 */
function routeOf(request: FastifyRequest): string {
  const url = request.routeOptions.url
  if (url === undefined) return 'page'
  return /^\/(api\/|live|ready|metrics)/.test(url) ? url : 'asset'
}
