import type { App } from '../context.ts'
import { Refusal } from '../refusal.ts'

/** Waiting requests per connection. The last of them waits for about a second. */
const MAX_WAITING = 20

/** Refuses a request at once when it could not be answered in time, so that it delays no earlier one. */
export function refuseOverload(app: App): void {
  if (app.pool().waiting < MAX_WAITING * app.config.databasePool) return
  app.metrics.shed.inc()
  throw new Refusal('busy', { retryAfterSeconds: 1 })
}
