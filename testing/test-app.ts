import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { AccountingPlatform } from '../server/gateways/accounting/port.ts'
import type { BillingProvider } from '../server/gateways/billing/port.ts'
import type { IdentityProvider } from '../server/gateways/identity-providers/port.ts'
import type { PaymentProcessor } from '../server/gateways/payments/port.ts'
import { createAccountingPlatforms } from '../server/main/accounting-platforms.ts'
import {
  AUDIT_TEXTS,
  EVENT_TYPES_BY_ACTION,
  INVOICE_REMINDERS,
  INVOICE_REOPENING,
} from '../server/main/rooms.ts'
import { schedulesAfter } from '../server/main/schedules.ts'
import { asDate, type Clock } from '../server/platform/clock.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import type { Actor, App, BaseCtx, Ctx, UnitOfWork } from '../server/platform/context.ts'
import { inAccount, inTransaction, unitOfWork } from '../server/platform/context.ts'
import { createApp } from '../server/platform/create-app.ts'
import { newId } from '../server/platform/ids.ts'
import type { Log } from '../server/platform/log.ts'
import type { MailTransport, OutgoingMail } from '../server/platform/mail/transport/mail-transport.ts'
import type { WebFiles } from '../server/platform/web-files/web-files.ts'
import { createWebhookSender } from '../server/platform/webhooks/webhook-sender.ts'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { noteSecret, watchedLog } from './logs/watched-log.ts'
import { setUp } from './set-up.ts'

export interface TestClock extends Clock {
  set(iso: string): void
  advance(ms: number): void
  /** Advances the clock by `stepMs` at each reading, so that no two instants are equal. 0 stops it. */
  walk(stepMs: number): void
}

/** A clock that stands still until it is moved. */
export function createTestClock(iso = '2026-11-20T15:00:00Z'): TestClock {
  let now = Date.parse(iso)
  let step = 0
  return {
    wallNow: () => {
      now += step
      return now
    },
    set: (next) => {
      now = Date.parse(next)
    },
    advance: (ms) => {
      now += ms
    },
    walk: (stepMs) => {
      step = stepMs
    },
  }
}

export interface Tenant {
  readonly accountId: string
  readonly owner: Actor & { kind: 'staff' }
  /** Runs one transaction in this account and commits it, as the owner by default. */
  run<T>(work: (ctx: Ctx) => Promise<T>, actor?: Actor): Promise<T>
  uow(actor?: Actor): UnitOfWork
}

/** Returns a function that runs one transaction in no account, as somebody who is not logged in. */
export const transactOn =
  (app: App) =>
  <T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T> =>
    inTransaction(app, CALLER, { kind: 'anonymous' }, work)

export interface TestApp {
  readonly app: App
  readonly clock: TestClock
  /** Messages that jobs delivered. Queued ones are in mail_messages. */
  readonly sent: OutgoingMail[]
  /** Connects as the owner of the tables, who bypasses row-level security. */
  readonly ownerConfig: pg.ClientConfig
  /** Runs one transaction in no account, as somebody who is not logged in. */
  transact<T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T>
  /** Creates a local account with an owner. */
  tenant(options?: { currency?: string; timezone?: string; name?: string }): Promise<Tenant>
  close(): Promise<void>
}

/** Time limits that a busy machine does not reach. A test of the limits sets its own. */
export const PATIENT = { DATABASE_WAIT_MS: '60000', DATABASE_STATEMENT_MS: '60000' } as const

/** Every name leads to this machine, so that no test sends anything out. */
const sandboxedSender = ({ webhooksToLoopback }: Config) =>
  createWebhookSender({
    toLoopback: webhooksToLoopback,
    resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const UNUSABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Creates an app on its own PostgreSQL database, with a clock that the test moves. */
export async function createTestApp(
  options: {
    pool?: number
    processors?: (app: App) => readonly PaymentProcessor[]
    billing?: (app: App) => BillingProvider | null
    /** Channels of reminder flows besides the product's own. */
    channels?: App['channels']
    accountingPlatforms?: (app: App) => readonly AccountingPlatform[]
    identityProviders?: (config: Config, clock: Clock) => readonly IdentityProvider[]
    /** A database that the caller drops, for several apps on one. */
    database?: TestDatabase
    /** A replica of that database. */
    replica?: pg.ClientConfig
    /** Additional environment variables. */
    env?: Readonly<Record<string, string>>
    /** By default a log that is searched for secrets. */
    log?: Log
    /** Mail transport. By default messages are collected in `sent`. */
    mail?: () => MailTransport
    /** By default files on the public internet. */
    webFiles?: WebFiles
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const clock = createTestClock()
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      SECRET: randomBytes(32).toString('hex'),
      ...PATIENT,
      ...options.env,
    }),
    databasePool: options.pool ?? 10,
  }
  noteSecret(config.secret)
  for (const [name, value] of Object.entries(options.env ?? {}))
    if (/SECRET|TOKEN|PASSWORD|KEY/.test(name)) noteSecret(value)
  const sent: OutgoingMail[] = []
  const opened = await createApp({
    config,
    connection: database.appConfig,
    replicaConnection: options.replica ?? null,
    clock,
    maintain: false,
    log: options.log ?? watchedLog(),
    mail:
      options.mail ??
      (() => ({
        deliver: async (message) => {
          sent.push(message)
          return { ok: true }
        },
        close: async () => {},
      })),
    processors: options.processors ?? (() => []),
    accountingPlatforms: options.accountingPlatforms ?? createAccountingPlatforms,
    auditTexts: AUDIT_TEXTS,
    eventTypes: EVENT_TYPES_BY_ACTION,
    schedulesAfter,
    invoiceReminders: INVOICE_REMINDERS,
    invoiceReopening: INVOICE_REOPENING,
    ...(options.billing && { billing: options.billing }),
    ...(options.channels && { channels: options.channels }),
    webhooks: sandboxedSender(config),
    ...(options.webFiles && { webFiles: options.webFiles }),
    ...(options.identityProviders && { identityProviders: options.identityProviders }),
  })
  return {
    app: opened.app,
    clock,
    sent,
    ownerConfig: database.ownerConfig,
    transact: transactOn(opened.app),
    tenant: (given) => makeTenant(opened.app, clock, given ?? {}),
    async close() {
      await opened.close()
      if (options.database === undefined) await database.drop()
    },
  }
}

/** Gives a test file an app on its own database. */
export const setUpTestApp = (options?: Parameters<typeof createTestApp>[0]): TestApp =>
  setUp(
    () => createTestApp(options),
    (test) => test.close(),
  )

async function makeTenant(
  app: App,
  clock: TestClock,
  given: { currency?: string; timezone?: string; name?: string },
): Promise<Tenant> {
  const accountId = newId(clock.wallNow())
  const userId = newId(clock.wallNow())
  const email = `owner-${userId.slice(-8)}@example.test`
  const owner = {
    kind: 'staff',
    userId,
    sessionId: newId(clock.wallNow()),
    email,
    emailVerified: true,
    role: 'owner',
  } as const
  const at = asDate(clock.wallNow())
  await app.db
    .insertInto('users' as never)
    .values({
      id: userId,
      email,
      password_hash: UNUSABLE_HASH,
      first_name: 'Olive',
      last_name: 'Owner',
      email_verified_at: at,
      created_at: at,
    } as never)
    .execute()
  const run = <T>(work: (ctx: Ctx) => Promise<T>, actor: Actor = owner) =>
    inAccount(app, CALLER, actor, accountId, work)
  await run(async (ctx) => {
    const name = given.name ?? 'Brightwater Supply Co.'
    const insert = (table: string, values: Record<string, unknown>) =>
      ctx.db
        .insertInto(table as never)
        .values(values as never)
        .execute()
    await insert('accounts', {
      account_id: accountId,
      account_type: 'local',
      currency: given.currency ?? 'USD',
      timezone: given.timezone ?? 'America/New_York',
      created_at: at,
    })
    await insert('companies', {
      account_id: accountId,
      id: newId(clock.wallNow()),
      name,
      email: 'billing@example.test',
    })
    await insert('memberships', { account_id: accountId, user_id: userId, role: 'owner', created_at: at })
    const slug = `test-${accountId.slice(-12)}`
    await insert('portal_preferences', { account_id: accountId, sub_domain: slug, default_sub_domain: slug })
  })
  return { accountId, owner, run, uow: (actor = owner) => unitOfWork(app, CALLER, actor, accountId) }
}
