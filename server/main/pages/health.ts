import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../platform/context.ts'
import { withTimeout } from '../../platform/control/with-timeout.ts'

/** /live/ reports that the process runs; /ready/ that it can serve: the database answers and is migrated. */
export function addHealth(server: FastifyInstance, app: App): void {
  server.get('/live/', async () => ({ status: 'live' }))
  server.get('/ready/', async (_request, reply) => {
    try {
      await withTimeout(READY_MS, sql`select 1 from accounts limit 1`.execute(app.db))
      return { status: 'ready' }
    } catch {
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'not ready', detail: 'The database does not answer.' })
    }
  })
}

/** Time limit of the readiness check. A load balancer treats no answer as not ready. */
const READY_MS = 2_000
