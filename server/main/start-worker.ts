import type { App } from '../platform/context.ts'
import { isOutboundPaused } from '../platform/outbound.ts'
import { JOBS } from './rooms.ts'
import { runSchedules } from './schedules.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Processes jobs and schedules; on a restored copy only jobs without outside effects until an operator
 * releases it. The returned function stops the wait for the release.
 */
export async function startWorker(app: App): Promise<() => void> {
  const held = await isOutboundPaused(app.db)
  await app.jobs.work(app, held ? JOBS.filter((job) => job.runsWhilePaused) : JOBS)
  await app.jobs.everyMinute(() => runSchedules(app))
  if (!held) return () => {}
  const outward = JOBS.filter((job) => !job.runsWhilePaused)
  return whenReleased(app, () => app.jobs.work(app, outward))
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
      app.log.warn('it could not be told whether this copy is held', { error })
    } finally {
      looking = false
    }
  }, LOOK_EVERY_MS)
  watch.unref()
  return () => clearInterval(watch)
}
