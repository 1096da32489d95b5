import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { failpoint } from '../control/failpoint.ts'
import type {} from './send-file.ts'

/** Measures every request by its route, and says at level info what was answered; never what was asked with, which may hold secrets. */
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

/** A route's declared path, so that there are as many as there are routes; all files and pages of the web apps are one each. */
function routeOf(request: FastifyRequest): string {
  const url = request.routeOptions.url
  if (url === undefined) return 'page'
  return /^\/(api\/|live|ready|metrics)/.test(url) ? url : 'asset'
}
