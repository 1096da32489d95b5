import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { PaymentProvider } from '../../server/gateways/payments/port.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import { JOBS } from '../../server/main/rooms.ts'
import { runSchedules, runSchedulesOf, SCHEDULES } from '../../server/main/schedules.ts'
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
import { createLog } from '../../server/platform/log.ts'
import type { Delivery, OutgoingMail } from '../../server/platform/mail/mail-transport.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { createTestClock, type Tenant, type TestClock } from '../../testing/test-app.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { noInjectedFaults } from '../simulation/world/injected-faults.ts'
import { createManualJobQueue } from '../simulation/world/manual-job-queue.ts'
import { watchConnections } from '../simulation/world/watch-connections.ts'

const WORKERS = 2
const CALLER = { requestId: 'schedules', ip: '127.0.0.1' }
// All but receipts, whose papers take longer to draw than all the rest takes.
const JOBS_DONE: ReadonlySet<string> = new Set(
  JOBS.map(({ name }) => name).filter((name) => name !== 'payments.send-receipt'),
)
// The books look at themselves with the same long question at any hour: by day is enough.
const AT_NIGHT = SCHEDULES.filter(({ name }) => name !== 'ledger.check-invariants')
// Nothing here outlives the run, so nobody waits for a disk.
const HASTE = '-c synchronous_commit=off -c jit=off'

export type Worker = 0 | 1

/** Two workers that know nothing of each other, over one database and by one clock. */
export interface Workers {
  readonly app: App
  readonly clock: TestClock
  /** Those that are on duty ask at this very moment what falls due, everywhere, and do the jobs that come of it. */
  byDay(onDuty: readonly Worker[]): Promise<void>
  /** The same in these companies alone, of what goes by their calendars. */
  byNight(onDuty: readonly Worker[], companies: readonly Tenant[]): Promise<void>
  /** A company in a time zone. */
  company(zone: string): Promise<Tenant>
  /** How often a processor was asked for a day's charges, by account. */
  readonly comparisons: ReadonlyMap<string, number>
  /** Ids of the messages that were sent, each time that they were. */
  readonly sent: readonly string[]
  /** What schedules failed of. */
  readonly failures: readonly string[]
  /** As the owner of the tables, from whom no policy hides anything. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  breaches(): Promise<string[]>
  close(): Promise<void>
}

/** The processor, with a note of each time that it is asked for the first part of a list of charges. */
const counting = (real: PaymentProvider, comparisons: Map<string, number>): PaymentProvider =>
  new Proxy(real, {
    get(target, name) {
      if (name !== 'listPayments') return Reflect.get(target, name)
      return (...[connection, period, after]: Parameters<PaymentProvider['listPayments']>) => {
        const { accountId } = connection
        if (!after) comparisons.set(accountId, (comparisons.get(accountId) ?? 0) + 1)
        return real.listPayments(connection, period, after)
      }
    },
  })

/** What the workers have told to the outside. */
interface Heard {
  readonly comparisons: Map<string, number>
  readonly sent: string[]
  readonly failures: string[]
}

/** One worker's own program, with its jobs in hand. */
async function openWorker(
  connection: pg.ClientConfig,
  clock: TestClock,
  config: Config,
  heard: Heard,
  rewrite: Rewrite | undefined,
) {
  const silent = createLog('silent')
  const error = (message: string, fields?: object): void => {
    heard.failures.push(`${message} ${JSON.stringify(fields)}`)
  }
  const deliver = async ({ id }: OutgoingMail): Promise<Delivery> => {
    heard.sent.push(id)
    return { ok: true }
  }
  const { app, pool, close } = await createApp({
    config: { ...config, databasePool: 4 },
    connection,
    clock,
    maintain: false,
    log: { ...silent, error },
    mail: () => ({ deliver, close: async () => {} }),
    processors: (inside) => [counting(createSandbox(inside), heard.comparisons)],
  })
  if (rewrite) watchConnections(pool, noInjectedFaults(), rewrite, () => {})
  const jobs = createManualJobQueue(clock)
  return { app: { ...app, jobs: jobs.queue }, jobs, close }
}

type Rewrite = (statement: string) => string

/** `rewrite` changes on purpose what the workers say to their database. */
export async function openWorkers(beginning: string, rewrite?: Rewrite): Promise<Workers> {
  const database = await createTestDatabase()
  const clock = createTestClock(beginning)
  const config = readConfig({ NODE_ENV: 'test', SECRET: randomBytes(32).toString('hex') })
  const heard: Heard = { comparisons: new Map(), sent: [], failures: [] }
  const options = `${database.appConfig.options ?? ''} ${HASTE}`.trim()
  const connection = { ...database.appConfig, options }
  const opened = await Promise.all(
    Array.from({ length: WORKERS }, () => openWorker(connection, clock, config, heard, rewrite)),
  )
  const owner = new pg.Client(database.ownerConfig)
  await owner.connect()
  const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await owner.query(text, [...values])).rows
  const { app } = opened[0]!
  const each = async (onDuty: readonly Worker[], work: (app: App) => Promise<void>): Promise<void> => {
    const all = onDuty.map(async (one) => {
      const { app, jobs } = opened[one]!
      await work(app)
      await jobs.run(app, JOBS_DONE)
    })
    await Promise.all(all)
  }
  return {
    app,
    clock,
    ...heard,
    ask,
    byDay: (onDuty) => each(onDuty, runSchedules),
    byNight: (onDuty, companies) =>
      each(onDuty, async (worker) => {
        for (const { accountId } of companies) await runSchedulesOf(worker, accountId, CALLER, AT_NIGHT)
      }),
    company: (zone) => aCompany(app, zone),
    breaches: () => breachesOf((text) => ask(text), INVARIANTS),
    close: async () => {
      await owner.end()
      for (const one of opened) await one.close()
      await database.drop()
    },
  }
}

async function aCompany(app: App, zone: string): Promise<Tenant> {
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
