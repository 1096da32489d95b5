import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import type { App } from '../../platform/context.ts'
import { isDatabaseAway } from '../../platform/db/away.ts'
import { askDatabaseTime, MOST_DRIFT_S, measureDrift } from '../../platform/db/clock-drift.ts'

/**
 * Compares this machine's clock with the database's now and every minute, and logs when they begin and cease to differ. The
 * returned function ends it.
 */
export function watchClock(app: App, everyMs = MINUTE_MS): () => Promise<void> {
  let differs = false
  const compare = async (): Promise<void> => {
    try {
      const seconds = Math.round(await measureDrift(app.clock, () => askDatabaseTime(app.db)))
      if (seconds > MOST_DRIFT_S && !differs)
        app.log.error(
          'the clocks of this machine and the database differ; let both follow a time server: until then, links and sessions expire and scheduled work runs at the wrong time',
          { seconds },
        )
      if (seconds <= MOST_DRIFT_S && differs)
        app.log.warn('the clocks of this machine and the database agree again')
      differs = seconds > MOST_DRIFT_S
    } catch (error) {
      if (!isDatabaseAway(error)) app.log.error('the clocks could not be compared', { error })
    }
  }
  const over = new AbortController()
  const running = (async () => {
    while (!over.signal.aborted) {
      await compare()
      await sleep(everyMs, undefined, { signal: over.signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    over.abort()
    await running
  }
}
