import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import { JOBS } from '../../server/main/rooms.ts'
import { runSchedules, SCHEDULES, schedulesAfter } from '../../server/main/schedules.ts'
import { type Config, readConfig } from '../../server/platform/config.ts'
import {
  type Actor,
  type App,
  type Ctx,
  inAccount,
  inTransaction,
  unitOfWork,
} from '../../server/platform/context.ts'
import { createApp } from '../../server/platform/create-app.ts'
import type { ServingConnection } from '../../server/platform/db/pooler.ts'
import { createLog } from '../../server/platform/log.ts'
import type { Delivery, OutgoingMail } from '../../server/platform/mail/transport/mail-transport.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { createTestClock, PATIENT, type Tenant, type TestClock } from '../../testing/test-app.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { noInjectedFaults } from '../simulation/world/injected-faults.ts'
import { createManualJobQueue } from '../simulation/world/manual-job-queue.ts'
import { watchConnections } from '../simulation/world/watch-connections.ts'
import type { Rewrite } from './rewrite.ts'

const WORKERS = 2
const CALLER = { requestId: 'schedules', ip: '127.0.0.1' }
// Without receipts, since drawing their documents takes longer than everything else.
const JOBS_RUN: ReadonlySet<string> = new Set(
  JOBS.map(({ name }) => name).filter((name) => name !== 'payments.send-receipt'),
)
// Without the invariant check, a long query that does not depend on the hour.
const NIGHT_SCHEDULES = SCHEDULES.filter(({ name }) => name !== 'ledger.check-invariants')
// The data does not outlive the run, so commits need not reach the disk.
const FAST_OPTIONS = '-c synchronous_commit=off -c jit=off'

export type Worker = 0 | 1

/** Schedules about what customers owe. */
const DUE_SCHEDULES = ['reminders.send-due', 'late-fees.charge', 'statements.send'].map(
  (name) => SCHEDULES.find((schedule) => schedule.name === name)!,
)

/** A worker that dies at a commit, and is started again after its schedules. */
export interface Death {
  readonly worker: Worker
  /** Whether the commit of the messages still reached the database. */
  readonly when: 'before' | 'after'
  /** The schedule that runs first and is hit, modulo their number. */
  readonly schedule: number
}

/** Index of the commit at which a worker dies: the first reads what is due, the second records messages or fees. */
const DUE_COMMIT = 1

/** Runs an account's schedules, due or not. A schedule's failure doesn't stop the next one. */
async function runSchedulesOf(app: App, accountId: string, schedules = NIGHT_SCHEDULES): Promise<void> {
  for (const { name, run } of schedules)
    await run(unitOfWork(app, CALLER, { kind: 'system', job: name }, accountId)).catch((error: unknown) =>
      app.log.error('schedule failed', { schedule: name, accountId, error }),
    )
}

/** Two independent workers on one database and one clock. */
export interface Workers {
  readonly app: App
  readonly clock: TestClock
  /** The workers on duty run all schedules of all accounts at the same instant, and the resulting jobs. */
  runAll(onDuty: readonly Worker[]): Promise<void>
  /** The same for the account schedules of these companies alone. */
  runFor(onDuty: readonly Worker[], companies: readonly Tenant[]): Promise<void>
  /** Runs the reminders, late fees and statements of these companies alone, while at most one worker dies. */
  runDue(onDuty: readonly Worker[], companies: readonly Tenant[], death?: Death): Promise<void>
  /** Creates a company in a time zone. */
  createCompany(zone: string): Promise<Tenant>
  /** The number of times the processor listed a day's charges, by account. */
  readonly comparisons: ReadonlyMap<string, number>
  /** The id of each sent message, once for each time it was sent. */
  readonly sent: readonly string[]
  /** The errors of schedules. */
  readonly failures: readonly string[]
  /** Runs a query as the owner of the tables, without row-level security. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  findBreaches(): Promise<string[]>
  close(): Promise<void>
}

/** Wraps the processor and counts the requests for the first page of a list of charges. */
const countListings = (real: PaymentProcessor, comparisons: Map<string, number>): PaymentProcessor =>
  new Proxy(real, {
    get(target, name) {
      if (name !== 'listPayments') return Reflect.get(target, name)
      return (...[connection, period, after]: Parameters<PaymentProcessor['listPayments']>) => {
        const { accountId } = connection
        if (!after) comparisons.set(accountId, (comparisons.get(accountId) ?? 0) + 1)
        return real.listPayments(connection, period, after)
      }
    },
  })

/** The workers' outside effects. */
interface Effects {
  readonly comparisons: Map<string, number>
  readonly sent: string[]
  readonly failures: string[]
}

/** Opens one worker with a job queue that the test runs. */
async function openWorker(
  connection: ServingConnection,
  clock: TestClock,
  config: Config,
  effects: Effects,
  rewrite: Rewrite | undefined,
) {
  const silent = createLog('silent')
  const faults = noInjectedFaults()
  const error = (message: string, fields?: object): void => {
    if (!faults.dead) effects.failures.push(`${message} ${JSON.stringify(fields)}`)
  }
  const deliver = async ({ id }: OutgoingMail): Promise<Delivery> => {
    effects.sent.push(id)
    return { ok: true }
  }
  const { app, pool, close } = await createApp({
    schedulesAfter,
    config: { ...config, databasePool: 4 },
    connection,
    clock,
    maintain: false,
    log: { ...silent, error },
    mail: () => ({ deliver, close: async () => {} }),
    processors: (app) => [countListings(createSandbox(app), effects.comparisons)],
  })
  const jobs = createManualJobQueue(clock)
  watchConnections(pool, faults, rewrite ?? ((statement) => statement), () => jobs.commitAll())
  return { app: { ...app, jobs: jobs.queue }, jobs, faults, close }
}

/** `rewrite` changes the workers' statements to inject a bug. */
export async function openWorkers(beginning: string, rewrite?: Rewrite): Promise<Workers> {
  const database = await createTestDatabase()
  const clock = createTestClock(beginning)
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: randomBytes(32).toString('hex'),
    ...PATIENT,
  })
  const effects: Effects = { comparisons: new Map(), sent: [], failures: [] }
  const { appConfig } = database
  const options = `${appConfig.options ?? ''} ${FAST_OPTIONS}`.trim()
  // A pooler passes no options on.
  const connection = appConfig.isPooled ? appConfig : { ...appConfig, options }
  const opened = await Promise.all(
    Array.from({ length: WORKERS }, () => openWorker(connection, clock, config, effects, rewrite)),
  )
  const owner = new pg.Client(database.ownerConfig)
  await owner.connect()
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await owner.query(text, [...values])).rows
  const { app } = opened[0]!
  const runEach = async (onDuty: readonly Worker[], work: (app: App) => Promise<void>): Promise<void> => {
    const all = onDuty.map(async (one) => {
      const { app, jobs } = opened[one]!
      await work(app)
      await jobs.run(app, JOBS_RUN)
    })
    await Promise.all(all)
  }
  return {
    app,
    clock,
    ...effects,
    query,
    runAll: (onDuty) => runEach(onDuty, runSchedules),
    runFor: (onDuty, companies) =>
      runEach(onDuty, async (worker) => {
        for (const { accountId } of companies) await runSchedulesOf(worker, accountId)
      }),
    runDue: (onDuty, companies, death) => runDueOn(opened, onDuty, companies, death),
    createCompany: (zone) => createCompany(app, zone),
    findBreaches: () => breachesOf((text) => query(text), INVARIANTS),
    close: async () => {
      await owner.end()
      for (const one of opened) await one.close()
      await database.drop()
    },
  }
}

/** Runs the due work of companies, and the jobs that it queues. A worker may die around the commit of its messages or fees. */
async function runDueOn(
  opened: readonly Awaited<ReturnType<typeof openWorker>>[],
  ...[onDuty, companies, death]: Parameters<Workers['runDue']>
): Promise<void> {
  const dying = death && opened[death.worker]!.faults
  if (dying)
    Object.assign(dying, {
      crash: death.when === 'before' ? 'before' : 'settled',
      intent: DUE_COMMIT,
      commits: 0,
    })
  const first = (death?.schedule ?? 0) % DUE_SCHEDULES.length
  const schedules = [...DUE_SCHEDULES.slice(first), ...DUE_SCHEDULES.slice(0, first)]
  const ran = onDuty.map(async (one) => {
    for (const { accountId } of companies) await runSchedulesOf(opened[one]!.app, accountId, schedules)
  })
  await Promise.all(ran)
  if (dying) Object.assign(dying, noInjectedFaults())
  for (const one of onDuty) await opened[one]!.jobs.run(opened[one]!.app, JOBS_RUN)
}

async function createCompany(app: App, zone: string): Promise<Tenant> {
  const subDomain = zone.split('/')[1]!.toLowerCase().replace('_', '-')
  const ownerEmail = `owner@${subDomain}.test`
  const { accountId, owner } = await inTransaction(app, CALLER, { kind: 'anonymous' }, (ctx) =>
    anAccount(ctx, { ownerEmail, subDomain, settings: { account_type: 'local', timezone: zone } }),
  )
  const staff = {
    kind: 'staff',
    userId: owner.id,
    sessionId: owner.id,
    email: ownerEmail,
    emailVerified: true,
    role: 'owner',
  } as const
  return {
    accountId,
    owner: staff,
    run: <T>(work: (ctx: Ctx) => Promise<T>, actor: Actor = staff) =>
      inAccount(app, CALLER, actor, accountId, work),
    uow: (actor: Actor = staff) => unitOfWork(app, CALLER, actor, accountId),
  }
}
