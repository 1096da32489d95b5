import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { App, BaseCtx, Ctx, Steps } from '../context.ts'
import { inAccount, stepsOf } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { JobName } from './names.ts'

/** A kind of job: its payload's shape and what it does. `inSteps` jobs call a provider between transactions. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  readonly name: JobName
  readonly payload: P
  readonly run?: (ctx: Ctx, payload: z.output<P>) => Promise<unknown>
  readonly runInSteps?: (steps: Steps, payload: z.output<P>) => Promise<unknown>
}

export const defineJob = <P extends z.ZodType>(job: JobDefinition<P>): JobDefinition<P> => job

export interface JobQueue {
  /** Queues a job inside the caller's transaction: it exists if and only if the transaction commits. */
  enqueue(
    ctx: Ctx,
    name: JobName,
    payload: object,
    options?: { afterS?: number; onceKey?: string },
  ): Promise<void>
  /** After a commit: lets this process's workers look at once, if that transaction queued anything. */
  wake(committed: Tx): void
  /** Starts working off jobs in this process. */
  work(app: App, jobs: readonly JobDefinition[]): Promise<void>
  /** Runs `tick` each minute in one of the processes. */
  everyMinute(tick: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** The queue over the serving pool. pg-boss; its tables were made by the migration. */
export async function createJobQueue(
  pool: pg.Pool,
  log: Log,
  options: { maintain: boolean },
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    migrate: false,
    createSchema: false,
    supervise: options.maintain,
    schedule: options.maintain,
    maintenanceIntervalSeconds: 60,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error('job queue', { error }))
  await boss.start()
  const workers: string[] = []
  const queuing = new WeakSet<Tx>()
  return {
    async enqueue(ctx, name, payload, options = {}) {
      queuing.add(ctx.db)
      await boss.send(
        name,
        { accountId: ctx.accountId, requestId: ctx.requestId, payload },
        {
          db: fromKysely(ctx.db),
          ...(options.afterS !== undefined && { startAfter: options.afterS }),
          ...(options.onceKey !== undefined && { singletonKey: options.onceKey }),
        },
      )
    },
    wake(committed) {
      if (!queuing.delete(committed)) return
      for (const id of workers) boss.notifyWorker(id)
    },
    async work(app, jobs) {
      for (const job of jobs) {
        const id = await boss.work<JobEnvelope>(
          job.name,
          { pollingIntervalSeconds: 1, batchSize: 5 },
          async (batch) => {
            for (const item of batch) await runJob(app, job, item.data)
          },
        )
        workers.push(id)
      }
    },
    async everyMinute(tick) {
      await boss.work('platform.run-schedules', { pollingIntervalSeconds: 5 }, tick)
      await boss.schedule('platform.run-schedules', '* * * * *')
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000, close: false }),
  }
}

interface JobEnvelope {
  accountId: string
  requestId: string
  payload: unknown
}

async function runJob(app: App, job: JobDefinition, envelope: JobEnvelope): Promise<void> {
  const payload = job.payload.parse(envelope.payload)
  const caller = { requestId: envelope.requestId, ip: null }
  const actor = { kind: 'system', job: job.name } as const
  try {
    if (job.run) await inAccount(app, caller, actor, envelope.accountId, (ctx) => job.run!(ctx, payload))
    else await job.runInSteps!(stepsOf(app, caller, actor, envelope.accountId), payload)
  } catch (error) {
    app.log.error('job failed', { job: job.name, requestId: envelope.requestId, error })
    throw error
  }
}

export type { BaseCtx }
