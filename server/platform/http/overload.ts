import type { App } from '../context.ts'
import { Refusal } from '../refusal.ts'

/** Of the requests that wait for a connection, as many for each connection: the last of them waits for about a second. */
const MOST_WAITING = 20

/** Whom nobody could answer in time is told so at once, and those who already wait are not held up by one more. */
export function refuseOverload(app: App): void {
  if (app.pool().waiting < MOST_WAITING * app.config.databasePool) return
  app.metrics.shed.inc()
  throw new Refusal('busy', { retryAfterS: 1 })
}
