import type pg from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { App, JobDefinition, JobQueue, QueueOptions } from '../app.ts'
import { type Ctx, inAccount, unitOfWork } from '../context.ts'
import { yieldToRequests } from '../control/yield-to-requests.ts'
import type { Tx } from '../db/database.ts'
import { commitTogether } from '../due-work/mark-due.ts'
import { type Log, underRequest } from '../log.ts'
import type { JobName } from '../registered-names.ts'

/**
 * Checks the work's type against the payload's shape. The queue parses the payload before it calls the work.
 */
export const defineJob = <const Name extends string, Payload>(
  job: JobDefinition<Name, Payload>,
): JobDefinition<Name> => job as unknown as JobDefinition<Name>

/** Equals the drain time of requests. */
const DRAIN_LIMIT_MS = 20_000

/** A full batch means that more jobs wait, so the next batch is fetched at once instead of a second later. */
const WORKER_OPTIONS = {
  pollingIntervalSeconds: 1,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Opens the pg-boss queue over the serving pool. The migration created its tables. */
export async function createJobQueue(
  pool: pg.Pool,
  log: Log,
  options: { maintain: boolean },
): Promise<JobQueue> {
  const boss = await startBoss(pool, log, options)
  const workers = new Map<string, string>()
  const queues = new Set<string>()
  let resting = false
  const queuedBy = new WeakMap<Tx, Set<JobName>>()
  const add = async (
    ctx: Ctx,
    name: JobName,
    payloads: readonly object[],
    options: QueueOptions = {},
  ): Promise<void> => {
    if (payloads.length === 0) return
    // A delayed job is found by polling.
    if (options.afterS === undefined) addTo(queuedBy, ctx.db, name)
    if (ctx.app.isDistributed) await commitTogether(ctx)
    const jobs = payloads.map((payload) => jobOf(ctx, payload, options))
    await boss.insert(name, jobs, { db: fromKysely(ctx.db) })
  }
  return {
    enqueue: (ctx, name, payload, options) => add(ctx, name, [payload], options),
    enqueueAll: (ctx, name, payloads) => add(ctx, name, payloads),
    wake(committed) {
      for (const name of queuedBy.get(committed) ?? []) {
        const worker = workers.get(name)
        if (worker !== undefined) boss.notifyWorker(worker)
      }
      queuedBy.delete(committed)
    },
    async work(app, jobs) {
      for (const job of jobs) {
        const id = await boss.work(job.name, WORKER_OPTIONS, (batch: Job<JobEnvelope>[]) =>
          runBatch(app, job, batch, () => resting),
        )
        workers.set(job.name, id)
        queues.add(job.name)
      }
      // Returns the jobs of a killed process now, instead of at the first timed check.
      if (options.maintain) await boss.supervise()
    },
    everyMinute(runSchedules) {
      queues.add('platform.run-schedules')
      return beginSchedules(boss, runSchedules)
    },
    rest() {
      resting = true
      return endWork(boss, queues)
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000, close: false }),
  }
}

const jobOf = (ctx: Ctx, payload: object, { afterS, throttle }: QueueOptions) => ({
  data: { accountId: ctx.accountId, requestId: ctx.requestId, payload },
  ...(afterS !== undefined && { startAfter: afterS }),
  ...(throttle && { singletonKey: throttle.key, singletonSeconds: throttle.everyS }),
})

async function startBoss(pool: pg.Pool, log: Log, { maintain }: { maintain: boolean }): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runOn(pool, text, values as unknown[]) },
    migrate: false,
    createSchema: false,
    supervise: maintain,
    schedule: maintain,
    maintenanceIntervalSeconds: 60,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error('job queue', { error }))
  await boss.start()
  return boss
}

/**
 * Runs a statement and keeps its connection when it fails. The pool's own `query` would close it, and on a read-only server
 * each poll of each queue would open another.
 */
async function runOn(pool: pg.Pool, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    return await client.query(text, values)
  } finally {
    client.release()
  }
}

function addTo(queuedBy: WeakMap<Tx, Set<JobName>>, tx: Tx, name: JobName): void {
  const names = queuedBy.get(tx) ?? new Set()
  queuedBy.set(tx, names.add(name))
}

interface JobEnvelope {
  accountId: string
  requestId: string
  payload: unknown
}

async function beginSchedules(boss: PgBoss, runSchedules: () => Promise<void>): Promise<void> {
  await boss.work('platform.run-schedules', { pollingIntervalSeconds: 5 }, runSchedules)
  await boss.schedule('platform.run-schedules', '* * * * *')
  // Runs overdue schedules now, so that a process that is killed again and again runs them too.
  await boss.send('platform.run-schedules', null)
}

async function endWork(boss: PgBoss, queues: ReadonlySet<string>): Promise<void> {
  const atRest = Promise.all([...queues].map((name) => boss.offWork(name)))
  await Promise.race([atRest, new Promise((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS).unref())])
}

/** Each job has its own result: a failure neither delays nor repeats the others of its batch. */
async function runBatch(
  app: App,
  job: JobDefinition,
  batch: readonly Job<JobEnvelope>[],
  isStopping: () => boolean,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const item of batch) {
    if (!isStopping()) await yieldToRequests(app)
    results.push(isStopping() ? notStarted(item.id) : await runJob(app, job, item))
  }
  return results
}

/** Log lines of a job carry the id of the request that queued it. */
function runJob(app: App, job: JobDefinition, item: Job<JobEnvelope>): Promise<JobResult> {
  return underRequest(item.data.requestId, () => runCounted(app, job, item))
}

async function runCounted(app: App, job: JobDefinition, item: Job<JobEnvelope>): Promise<JobResult> {
  const { accountId, requestId } = item.data
  const caller = { requestId, ip: null }
  const actor = { kind: 'system', job: job.name } as const
  const stopTimer = app.metrics.jobSeconds.startTimer({ job: job.name })
  try {
    const payload = job.payload.parse(item.data.payload)
    if (job.run) await inAccount(app, caller, actor, accountId, (ctx) => job.run!(ctx, payload))
    else await job.runUnitOfWork!(unitOfWork(app, caller, actor, accountId), payload)
    app.metrics.jobs.inc({ job: job.name, outcome: 'done' })
    return { id: item.id, status: 'completed' }
  } catch (error) {
    app.metrics.jobs.inc({ job: job.name, outcome: 'failed' })
    app.log.error('job failed', { job: job.name, error })
    return { id: item.id, status: 'failed', output: { message: messageOf(error) } }
  } finally {
    stopTimer()
  }
}

/** Fails the job so that another process retries it in a few seconds. */
const notStarted = (id: string): JobResult => ({
  id,
  status: 'failed',
  output: { message: 'the worker stopped' },
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
