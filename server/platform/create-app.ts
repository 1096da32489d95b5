import type pg from 'pg'
import type { AuditTexts } from '../../domain/accounts/audit-areas.ts'
import type { EventTypesByAction } from '../../domain/accounts/event-types.ts'
import type { AccountingPlatform } from '../gateways/accounting/port.ts'
import type { BillingProvider } from '../gateways/billing/port.ts'
import type { IdentityProvider } from '../gateways/identity-providers/port.ts'
import type { PaymentProcessor } from '../gateways/payments/port.ts'
import type { InvoiceReminders, InvoiceReopening } from './app.ts'
import { createEncryption } from './auth/encryption.ts'
import { createTokenSigner } from './auth/session-tokens.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { App } from './context.ts'
import type { Db } from './db/database.ts'
import { openPool, type PoolSettings } from './db/pool.ts'
import type { ServingConnection } from './db/pooler.ts'
import { type OpenReplica, openReplica } from './db/replica/open-replica.ts'
import { type RandomBytes, systemRandom } from './ids.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createLog, type Log } from './log.ts'
import type { MailTransport } from './mail/transport/mail-transport.ts'
import type { Exposition } from './metrics/counters.ts'
import { createMetrics } from './metrics/counters.ts'
import { exposeMetrics } from './metrics/exposition.ts'
import {
  guardBilling,
  guardIdentityProvider,
  guardMail,
  guardPlatform,
  guardProcessor,
  guardWebhooks,
} from './outbound.ts'
import { createWebFiles, type WebFiles } from './web-files/web-files.ts'
import { createWebhookSender, type WebhookSender } from './webhooks/webhook-sender.ts'

export interface OpenApp {
  readonly app: App
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface AppParts {
  readonly config: Config
  readonly connection: ServingConnection
  /** Absent where nothing reads from a replica. */
  readonly replicaConnection?: pg.ClientConfig | null
  readonly clock?: Clock
  readonly random?: RandomBytes
  readonly log?: Log
  /** True when this process maintains the queue (expired jobs, schedules). */
  readonly maintain: boolean
  readonly mail: (db: Db, clock: Clock) => MailTransport
  readonly processors: (app: App) => readonly PaymentProcessor[]
  /** Absent where no plans are sold. */
  readonly billing?: (app: App) => BillingProvider | null
  /** Absent where no books are kept. */
  readonly accountingPlatforms?: (app: App) => readonly AccountingPlatform[]
  /** Absent where nobody reads the audit log. */
  readonly auditTexts?: AuditTexts
  readonly eventTypes?: EventTypesByAction
  /** Absent where no schedules run. */
  readonly schedulesAfter?: App['schedulesAfter']
  /** Absent where nobody acts on many invoices. */
  readonly invoiceReminders?: InvoiceReminders | null
  /** Absent where an installation adds none. */
  readonly channels?: App['channels']
  /** Absent where invoiceReminders is. */
  readonly invoiceReopening?: InvoiceReopening | null
  /** Files on the public internet, when absent. */
  readonly webFiles?: WebFiles
  /** Addresses on the public internet, when absent. */
  readonly webhooks?: WebhookSender
  /** Absent where nobody logs in. */
  readonly identityProviders?: (config: Config, clock: Clock) => readonly IdentityProvider[]
}

const declaredByRooms = (parts: AppParts) => ({
  auditTexts: parts.auditTexts ?? {},
  eventTypes: parts.eventTypes ?? {},
  schedulesAfter: parts.schedulesAfter ?? (() => []),
  invoiceReminders: parts.invoiceReminders ?? null,
  invoiceReopening: parts.invoiceReopening ?? null,
  channels: parts.channels ?? [],
})

/**
 * Assembles one process: pool, queue, mail, processors. Serves and processes nothing yet. Closes everything
 * it opened when it fails.
 */
export async function createApp(parts: AppParts): Promise<OpenApp> {
  const ends: (() => Promise<void>)[] = []
  let closing = false
  const close = async (): Promise<void> => {
    closing = true
    for (const end of ends.reverse()) await end()
  }
  try {
    return { ...(await assemble(parts, ends, () => closing)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** `ends` collects the functions that close each part, in opening order. */
async function assemble(
  parts: AppParts,
  ends: (() => Promise<void>)[],
  isClosing: () => boolean,
): Promise<Omit<OpenApp, 'close'>> {
  const { config } = parts
  const clock = parts.clock ?? systemClock
  const log = parts.log ?? createLog(config.logLevel)
  const metrics = createMetrics()
  const lost = noteLost(metrics, log, isClosing)
  const poolSettings = poolSettingsOf(config)
  const waited = (seconds: number): void => metrics.poolWait.observe(seconds)
  const opened = openPool(parts.connection, poolSettings, lost, waited, reportReadOnly(log))
  ends.push(() => opened.close())
  const replica = watchReplica(parts, opened.db, poolSettings, { metrics, log })
  if (replica) ends.push(() => replica.close())
  const mail = guardMail(opened.db, parts.mail(opened.db, clock), (outcome) =>
    metrics.mailDeliveries.inc({ outcome }),
  )
  ends.push(() => mail.close())
  const jobs = await createJobQueue(opened.pool, log, { maintain: parts.maintain })
  ends.push(() => jobs.stop())
  const processors = new Map<string, PaymentProcessor>()
  let billing: BillingProvider | null = null
  const accountingPlatforms = new Map<string, AccountingPlatform>()
  const app: App = {
    config,
    db: opened.db,
    replica,
    isDistributed: parts.connection.isDistributed === true,
    clock,
    random: parts.random ?? systemRandom,
    jobs,
    log,
    metrics,
    scrape: () => scrape(),
    pool: () => countConnections(opened.pool),
    mail,
    webFiles: parts.webFiles ?? createWebFiles(),
    webhooks: createSender(parts, opened.db),
    ...declaredByRooms(parts),
    processors,
    accountingPlatforms,
    get billing() {
      return billing
    },
    identityProviders: guardProviders(opened.db, parts.identityProviders?.(config, clock)),
    encryption: createEncryption(config.secret, config.previousSecret),
    tokens: createTokenSigner(config.secret, config.previousSecret),
  }
  const scrape: () => Promise<Exposition> = exposeMetrics(app)
  for (const processor of parts.processors(app))
    processors.set(processor.id, guardProcessor(opened.db, processor))
  billing = createSeller(parts, app, opened.db)
  addPlatforms(parts, app, accountingPlatforms)
  return { app, pool: opened.pool }
}

/** Parts that the rooms declare, or that nobody asks for in this process. */
const createSender = ({ config, webhooks }: AppParts, db: Db): WebhookSender =>
  guardWebhooks(db, webhooks ?? createWebhookSender({ toLoopback: config.webhooksToLoopback }))

const noteLost =
  (metrics: App['metrics'], log: Log, isClosing: () => boolean) =>
  (error: Error): void => {
    // A connection that is being closed may report the server's shutdown first.
    if (isClosing()) return
    metrics.connectionsLost.inc()
    log.warn('database connection lost', { error })
  }

function createSeller({ billing }: AppParts, app: App, db: Db): BillingProvider | null {
  const seller = billing?.(app) ?? null
  return seller && guardBilling(db, seller)
}

const guardProviders = (db: Db, providers: readonly IdentityProvider[] = []): App['identityProviders'] =>
  new Map(providers.map((one) => [one.id, guardIdentityProvider(db, one)]))

const countConnections = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

function addPlatforms(parts: AppParts, app: App, platforms: Map<string, AccountingPlatform>): void {
  for (const platform of parts.accountingPlatforms?.(app) ?? [])
    platforms.set(platform.id, guardPlatform(app.db, platform))
}

const poolSettingsOf = (config: Config): PoolSettings => ({
  size: config.databasePool,
  waitMs: config.databaseWaitMs,
  statementMs: config.statementMs,
})

function watchReplica(
  { config, replicaConnection }: AppParts,
  primary: Db,
  pool: PoolSettings,
  reports: Pick<App, 'metrics' | 'log'>,
): OpenReplica | null {
  if (!replicaConnection) return null
  const { databaseReadLagMs: maxLagMs, production } = config
  return openReplica({ connection: replicaConnection, maxLagMs, production, pool, primary, ...reports })
}

/** Logs once when the database becomes read-only and once when it takes writes again, whichever connection finds out. */
function reportReadOnly(log: Log): (isReadOnly: boolean) => void {
  let reported = false
  return (isReadOnly) => {
    if (isReadOnly === reported) return
    reported = isReadOnly
    if (isReadOnly)
      log.error(
        'the database is read-only, as a replica is: reads are answered, writes are refused until a server takes them',
      )
    else log.warn('the database takes writes again')
  }
}
