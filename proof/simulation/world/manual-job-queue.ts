import { JOBS } from '../../../server/main/rooms.ts'
import type { JobQueue, QueueOptions } from '../../../server/platform/app.ts'
import { type App, type Ctx, inAccount, unitOfWork } from '../../../server/platform/context.ts'

interface QueuedJob {
  readonly name: string
  readonly accountId: string
  readonly requestId: string
  readonly payload: object
  readonly throttled: string | undefined
  readonly dueAt: number
}

/**
 * A job queue in memory. A job is queued when its transaction commits, and runs when the test calls `run`.
 */
export interface ManualJobQueue {
  readonly queue: JobQueue
  /**
   * Runs the due jobs with these names, including those that they enqueue. A failed job is retried a minute
   * later.
   */
  run(app: App, names: ReadonlySet<string>): Promise<void>
  /** Makes all queued jobs with these names due now. */
  makeDue(names: ReadonlySet<string>): void
  /** Queues all uncommitted jobs, for a process that died right after its commit. */
  commitAll(): void
  clear(): void
}

const RETRY_MS = 60_000

export function createManualJobQueue(clock: { wallNow(): number }): ManualJobQueue {
  let waiting: QueuedJob[] = []
  let uncommitted = new Map<object, QueuedJob[]>()
  const add = (jobs: readonly QueuedJob[]): void => {
    for (const job of jobs)
      if (!job.throttled || !waiting.some((one) => one.name === job.name && one.throttled === job.throttled))
        waiting.push(job)
  }
  const enqueueAll = (
    { accountId, requestId, db }: Ctx,
    name: string,
    payloads: readonly object[],
    options: QueueOptions = {},
  ): void => {
    const dueAt = clock.wallNow() + (options.afterS ?? 0) * 1000
    const common = { name, accountId, requestId, throttled: options.throttle?.key, dueAt }
    const jobs = payloads.map((payload) => ({ ...common, payload }))
    uncommitted.set(db, [...(uncommitted.get(db) ?? []), ...jobs])
  }
  const queue: JobQueue = {
    enqueue: async (ctx, name, payload, options) => enqueueAll(ctx, name, [payload], options),
    enqueueAll: async (ctx, name, payloads) => enqueueAll(ctx, name, payloads),
    wake(committed) {
      add(uncommitted.get(committed) ?? [])
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
        if (!(await runJob(app, job))) waiting.push({ ...job, dueAt: now + RETRY_MS })
      }
    },
    makeDue(names) {
      const now = clock.wallNow()
      waiting = waiting.map((job) => (names.has(job.name) ? { ...job, dueAt: now } : job))
    },
    commitAll() {
      for (const jobs of uncommitted.values()) add(jobs)
      uncommitted = new Map()
    },
    clear() {
      waiting = []
      uncommitted = new Map()
    },
  }
}

/** Returns false when the job failed. */
async function runJob(app: App, job: QueuedJob): Promise<boolean> {
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
