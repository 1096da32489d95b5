import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../platform/context.ts'
import { withTimeout } from '../../platform/control/with-timeout.ts'
import { isProbeToken, PROBE_HEADER } from '../doctor/probe-token.ts'

/** /live/ reports that the process runs; /ready/ that it can serve: the database answers and is migrated. */
export function addHealth(server: FastifyInstance, app: App): void {
  server.get('/live/', async () => ({ status: 'live' }))
  server.get('/ready/', async (request, reply) => {
    try {
      await withTimeout(READY_MS, sql`select 1 from accounts limit 1`.execute(app.db))
      return { status: 'ready', ...proxiesOf(app, request) }
    } catch {
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'not ready', detail: 'The database does not answer.' })
    }
  })
}

/** How many proxies a request passed, for `npm run doctor` alone: it knows SECRET. */
function proxiesOf(app: App, { headers }: FastifyRequest): { proxies?: number } {
  const token = headers[PROBE_HEADER]
  if (typeof token !== 'string' || !isProbeToken(token, app.config.secret, app.clock.wallNow())) return {}
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  return { proxies: forwarded.split(',').filter((address) => address.trim() !== '').length }
}

/** Time limit of the readiness check. A load balancer treats no answer as not ready. */
const READY_MS = 2_000
