import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../platform/context.ts'
import { addNewSchedules } from '../platform/due-work/add-new-schedules.ts'
import { isOutboundPaused } from '../platform/outbound.ts'
import { JOBS } from './rooms.ts'
import { runDueSchedules, runHousekeeping, SCHEDULES } from './schedules.ts'

const LOOK_EVERY_MS = 5_000
/** Pause between two looks at what is due. */
const DUE_PAUSE_MS = 1_000

/**
 * Processes jobs and schedules; on a restored copy only jobs without outside effects until an operator
 * releases it. The returned function ends the schedules after the current one, and the wait for the release.
 */
export async function startWorker(app: App): Promise<() => Promise<void>> {
  const held = await isOutboundPaused(app.db)
  await addNewSchedules(
    app,
    SCHEDULES.map(({ name }) => name),
  )
  await app.jobs.work(app, held ? JOBS.filter((job) => job.runsWhilePaused) : JOBS)
  await app.jobs.everyMinute(() => runHousekeeping(app))
  const endSchedules = keepRunningSchedules(app)
  const outward = JOBS.filter((job) => !job.runsWhilePaused)
  const endWait = held ? whenReleased(app, () => app.jobs.work(app, outward)) : () => {}
  return async () => {
    endWait()
    await endSchedules()
  }
}

/** Runs the schedules that are due until the returned function is called, which resolves when none runs any more. */
function keepRunningSchedules(app: App): () => Promise<void> {
  const over = new AbortController()
  const running = (async () => {
    while (!over.signal.aborted) {
      try {
        await runDueSchedules(app, () => over.signal.aborted)
      } catch (error) {
        app.log.error('the schedules that are due could not be read', { error })
      }
      await sleep(DUE_PAUSE_MS, undefined, { signal: over.signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    over.abort()
    await running
  }
}

function whenReleased(app: App, begin: () => Promise<void>): () => void {
  let looking = false
  const watch = setInterval(async () => {
    if (looking) return
    looking = true
    try {
      if (await isOutboundPaused(app.db)) return
      clearInterval(watch)
      await begin()
    } catch (error) {
      app.log.warn('could not read whether outbound traffic of this copy is paused', { error })
    } finally {
      looking = false
    }
  }, LOOK_EVERY_MS)
  watch.unref()
  return () => clearInterval(watch)
}
