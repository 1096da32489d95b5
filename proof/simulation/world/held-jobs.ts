import { JOBS } from '../../../server/main/rooms.ts'
import type { JobQueue } from '../../../server/platform/app.ts'
import { type App, inAccount, unitOfWork } from '../../../server/platform/context.ts'

interface HeldJob {
  readonly name: string
  readonly accountId: string
  readonly requestId: string
  readonly payload: object
  readonly onceKey: string | undefined
  readonly dueAt: number
}

/** A queue in hand: a job is there when its transaction is committed, and runs when the simulation says so. */
export interface HeldJobs {
  readonly queue: JobQueue
  /** Runs what is due of these kinds, and what that brings about. A job that fails is kept for the next time. */
  run(app: App, names: ReadonlySet<string>): Promise<void>
  /** What failed of these kinds is not waited for any longer. */
  hurry(names: ReadonlySet<string>): void
  /** What was queued when its process died after the commit is there all the same. */
  keepAll(): void
  forgetAll(): void
}

const RETRY_MS = 60_000

export function holdJobs(clock: { wallNow(): number }): HeldJobs {
  let waiting: HeldJob[] = []
  let uncommitted = new Map<object, HeldJob[]>()
  const keep = (jobs: readonly HeldJob[]): void => {
    for (const job of jobs)
      if (!job.onceKey || !waiting.some((one) => one.name === job.name && one.onceKey === job.onceKey))
        waiting.push(job)
  }
  const queue: JobQueue = {
    async enqueue(ctx, name, payload, options = {}) {
      const { accountId, requestId } = ctx
      const dueAt = clock.wallNow() + (options.afterS ?? 0) * 1000
      const job = { name, accountId, requestId, payload, onceKey: options.onceKey, dueAt }
      uncommitted.set(ctx.db, [...(uncommitted.get(ctx.db) ?? []), job])
    },
    wake(committed) {
      keep(uncommitted.get(committed) ?? [])
      uncommitted.delete(committed)
    },
    work: async () => {},
    everyMinute: async () => {},
    rest: async () => {},
    stop: async () => {},
  }
  return {
    queue,
    async run(app, names) {
      for (;;) {
        const now = clock.wallNow()
        const job = waiting.find((one) => one.dueAt <= now && names.has(one.name))
        if (!job) return
        waiting = waiting.filter((one) => one !== job)
        if (!(await succeeds(app, job))) waiting.push({ ...job, dueAt: now + RETRY_MS })
      }
    },
    hurry(names) {
      const now = clock.wallNow()
      waiting = waiting.map((job) => (names.has(job.name) ? { ...job, dueAt: now } : job))
    },
    keepAll() {
      for (const jobs of uncommitted.values()) keep(jobs)
      uncommitted = new Map()
    },
    forgetAll() {
      waiting = []
      uncommitted = new Map()
    },
  }
}

async function succeeds(app: App, job: HeldJob): Promise<boolean> {
  const definition = JOBS.find((one) => one.name === job.name)!
  const payload = definition.payload.parse(job.payload)
  const caller = { requestId: job.requestId, ip: null }
  const actor = { kind: 'system', job: job.name } as const
  try {
    if (definition.run)
      await inAccount(app, caller, actor, job.accountId, (ctx) => definition.run!(ctx, payload))
    else await definition.runUnitOfWork!(unitOfWork(app, caller, actor, job.accountId), payload)
    return true
  } catch (error) {
    app.log.warn('job failed', { error })
    return false
  }
}
