import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { type Clock, type SettableClock, systemClock } from '../../platform/clock.ts'
import type { App } from '../../platform/context.ts'
import { isDatabaseAway } from '../../platform/db/away.ts'
import { askDatabaseTime, estimateDatabaseNow, MOST_DRIFT_S } from '../../platform/db/clock-drift.ts'

/** Smaller differences stay, so that the clock seldom steps back. */
const IGNORED_MS = 100

export interface Clocks {
  /** The clock of this process. */
  readonly followed: SettableClock
  readonly machine?: Clock
  readonly everyMs?: number
}

/**
 * Sets the clock of this process to the database's, now and every minute, so that all servers and workers have one time.
 * Logs when the machine's clock begins and ceases to differ. Resolves after the first time; the returned function ends it.
 */
export async function followDatabaseClock(
  app: App,
  { followed, machine = systemClock, everyMs = MINUTE_MS }: Clocks,
): Promise<() => Promise<void>> {
  let differed = false
  const follow = async (): Promise<void> => {
    try {
      const { nowMs, errorMs } = await estimateDatabaseNow(() => askDatabaseTime(app.db))
      if (Math.abs(nowMs - followed.wallNow()) > Math.max(IGNORED_MS, errorMs)) followed.set(nowMs)
      const seconds = Math.round(Math.abs(nowMs - machine.wallNow()) / 1000)
      const differs = seconds > MOST_DRIFT_S
      if (differs && !differed)
        app.log.error(
          'the clocks of this machine and the database differ; this process follows the database’s: let both follow a time server',
          { seconds },
        )
      if (!differs && differed) app.log.warn('the clocks of this machine and the database agree again')
      differed = differs
    } catch (error) {
      if (!isDatabaseAway(error)) app.log.error('the clocks could not be compared', { error })
    }
  }
  await follow()
  const over = new AbortController()
  const pause = () => sleep(everyMs, undefined, { signal: over.signal, ref: false }).catch(() => {})
  const running = (async () => {
    for (await pause(); !over.signal.aborted; await pause()) await follow()
  })()
  return async () => {
    over.abort()
    await running
  }
}
