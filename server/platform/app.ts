import type { z } from 'zod'
import type { AuditArea, AuditTexts } from '../../domain/accounts/audit-areas.ts'
import type { EventTypesByAction } from '../../domain/accounts/event-types.ts'
import type { LeftOutReason } from '../../domain/invoices/bulk-actions.ts'
import type { Language } from '../../domain/mails/languages.ts'
import type { ApiScope } from '../../domain/people/api-scopes.ts'
import type { StaffRole } from '../../domain/people/roles.ts'
import type { SignInProvider } from '../../domain/people/sign-in-providers.ts'
import type { AccountingPlatform } from '../gateways/accounting/port.ts'
import type { BillingProvider } from '../gateways/billing/port.ts'
import type { Channel } from '../gateways/channels/port.ts'
import type { IdentityProvider } from '../gateways/identity-providers/port.ts'
import type { PaymentProcessor } from '../gateways/payments/port.ts'
import type { Encryption } from './auth/encryption.ts'
import type { TokenSigner } from './auth/session-tokens.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/database.ts'
import type { RandomBytes } from './ids.ts'
import type { Log } from './log.ts'
import type { MailTransport } from './mail/transport/mail-transport.ts'
import type { Exposition, Metrics } from './metrics/counters.ts'
import type { JobName, ScheduleName } from './registered-names.ts'
import type { WebFiles } from './web-files/web-files.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/*
 * The process's objects and one call's context. They are one file because they name one another: a context
 * has the app, the app has the job queue, and the job queue takes a context.
 */

/** The authenticated party. Every request and job has exactly one. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'staff'
      userId: string
      sessionId: string
      email: string
      emailVerified: boolean
      role: StaffRole | null
    }
  | {
      kind: 'customer'
      portalUserId: string
      sessionId: string
      email: string
      customerId: string
      customerIds: readonly string[]
    }
  | {
      kind: 'pay_link'
      payLinkId: string
      sessionId: string
      invoiceId: string
      /** All invoices of a link for several, `invoiceId` first. Absent for a link of one. */
      invoiceIds?: readonly string[] | undefined
      customerId: string
      unlocked: boolean
    }
  | {
      /** Staff who preview a customer's portal. Reads what that customer can read and changes nothing. */
      kind: 'preview'
      userId: string
      sessionId: string
      email: string
      customerId: string
    }
  | {
      /** A program with an API key of the account. It is never treated as the person who created the key. */
      kind: 'api_key'
      keyId: string
      name: string
      scopes: readonly ApiScope[]
    }
  | { kind: 'system'; job: string }

/** Process-wide objects: created once in main and passed to every context. */
export interface App {
  readonly config: Config
  readonly db: Db
  /** Null without DATABASE_READ_URL, and in processes that serve no requests. */
  readonly replica: Replica | null
  readonly clock: Clock
  /** The system's random bytes, or a simulation's repeatable ones. */
  readonly random: RandomBytes
  /** True when the tables are spread over several nodes. */
  readonly isDistributed: boolean
  readonly jobs: JobQueue
  readonly encryption: Encryption
  readonly tokens: TokenSigner
  readonly log: Log
  readonly metrics: Metrics
  /** Collects every counter and gauge for /metrics. */
  scrape(): Promise<Exposition>
  /** Connection counts of this process's pool. `waiting` counts requests and jobs without a connection. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number }
  readonly mail: MailTransport
  /** Reads files that people name by their addresses. */
  readonly webFiles: WebFiles
  /** Sends events to the addresses that accounts have entered. */
  readonly webhooks: WebhookSender
  /** Texts of all audit actions. Empty in processes that never read the audit log. */
  readonly auditTexts: AuditTexts
  /** Types of events by audit action. Empty where auditTexts is. */
  readonly eventTypes: EventTypesByAction
  /** Schedules that run after audit entries of an area. */
  readonly schedulesAfter: (area: AuditArea) => readonly ScheduleName[]
  /** Null in processes that act on no invoices. */
  readonly invoiceReminders: InvoiceReminders | null
  /** Channels of reminder flows besides those of the room `reminders`. */
  readonly channels: readonly Channel<Ctx>[]
  /** Null where invoiceReminders is. */
  readonly invoiceReopening: InvoiceReopening | null
  /** Payment processors by id, each behind the same port. */
  readonly processors: ReadonlyMap<string, PaymentProcessor>
  /** Sells Quittance's own plans; null where none are sold. */
  readonly billing: BillingProvider | null
  /** Accounting platforms by id, each behind the same port. */
  readonly accountingPlatforms: ReadonlyMap<string, AccountingPlatform>
  /** Configured identity providers. */
  readonly identityProviders: ReadonlyMap<SignInProvider, IdentityProvider>
}

/** One transaction and its actor. `accountId` is absent until a tenant is chosen. */
export interface BaseCtx {
  readonly app: App
  readonly db: Tx
  readonly actor: Actor
  /** Business time in epoch ms. Fixed for the whole transaction. */
  readonly now: number
  readonly requestId: string
  readonly ip: string | null
  /** The User-Agent header, unchanged. */
  readonly userAgent?: string | undefined
  /** Language in which a customer reads the answer; absent for staff and jobs, who read English. */
  readonly language?: Language | undefined
}

/**
 * A transaction that can read and write only one account's rows. First argument of every action and store.
 */
export interface Ctx extends BaseCtx {
  readonly accountId: string
}

/** One email about invoices of a customer that can be reminded of now. */
export interface ReadyReminder {
  readonly customerId: string
  /** Addresses that get it. */
  readonly to: readonly string[]
  /** Name of the step of the flow. */
  readonly step: string
  readonly invoiceIds: readonly string[]
}

/**
 * Reminds of selected invoices now. The room that sends reminders declares it in its registry, for the room of the invoices, which it
 * imports.
 */
export interface InvoiceReminders {
  /** Returns the emails that would leave now, and for each other invoice why it is left out. Changes nothing. */
  plan(
    ctx: Ctx,
    invoiceIds: readonly string[],
  ): Promise<{
    readonly ready: readonly ReadyReminder[]
    readonly leftOut: ReadonlyMap<string, LeftOutReason>
  }>
  /** Sends them, each invoice's reminder once. Returns for each other invoice why it was left out. */
  send(ctx: Ctx, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, LeftOutReason>>
}

/**
 * Opens again what ended because an invoice was closed: promises, disputes, payment plans. A charge that was announced is announced
 * anew. The rooms that keep them declare it in their registries, for the room of the invoices, which they import.
 */
export interface InvoiceReopening {
  /** `closedAt`: nothing ended because of it before. The invoice is locked and owed again. */
  reopen(ctx: Ctx, invoiceId: string, closedAt: Date): Promise<void>
}

/** An authorized read that a replica may answer once it has reached `required`; null for any recent position. */
export interface ReplicaRead {
  readonly ctx: Ctx
  readonly required: bigint | null
}

/** A streaming replica of the database, which is behind by a bounded time. */
export interface Replica {
  /**
   * Runs `work` in a read-only transaction on the replica. `open` authorizes the caller on the primary. Returns null
   * when the primary has to answer: the replica is not in use, lacks what the read requires, or failed.
   */
  read<T>(
    open: () => Promise<ReplicaRead>,
    work: (ctx: Ctx) => Promise<T>,
  ): Promise<{ readonly value: T } | null>
}

export interface Caller {
  readonly requestId: string
  readonly ip: string | null
  readonly userAgent?: string | undefined
  readonly language?: Language | undefined
}

/** Gives an action several transactions with a call to an outside service between them, in place of a ctx. */
export interface UnitOfWork {
  readonly app: App
  readonly accountId: string
  readonly actor: Actor
  /** The caller's address, or null. */
  readonly ip: string | null
  readonly userAgent?: string | undefined
  readonly language?: Language | undefined
  transaction<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** A transaction that only reads. On a route with `mayReadReplica` it may run on the replica. */
  read<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** Like UnitOfWork, for calls outside an account: login, sign-up, refresh. */
export interface TenantlessUnitOfWork {
  readonly app: App
  readonly actor: Actor
  /** The caller's address, or null. */
  readonly ip: string | null
  readonly language?: Language | undefined
  /** Account of the company whose host was called, for routes with `host: 'either'`. */
  readonly hostAccountId: string | null
  /** One transaction without a tenant. */
  transaction<T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T>
  /** Runs a read-only transaction that sees one snapshot, regardless of concurrent writes. */
  readSnapshot<T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T>
}

/**
 * A kind of job: the shape of its payload and its work, which runs in one transaction or as a unit of work.
 */
export interface JobDefinition<Name extends string = string, Payload = unknown> {
  /** `room.verb-noun`. Stored jobs contain it, so it can't be renamed. */
  readonly name: Name
  readonly payload: z.ZodType<Payload>
  /**
   * True for a job without outside effects, which a restored copy may run while outbound traffic is paused.
   */
  readonly runsWhilePaused?: boolean
  readonly run?: (ctx: Ctx, payload: Payload) => Promise<unknown>
  readonly runUnitOfWork?: (uow: UnitOfWork, payload: Payload) => Promise<unknown>
}

export interface QueueOptions {
  /** Seconds before it starts. */
  readonly afterS?: number
  /** One of the jobs with this key is queued in so many seconds; the others are dropped. */
  readonly throttle?: { readonly key: string; readonly everyS: number }
}

export interface JobQueue {
  /** Queues a job inside the caller's transaction: it exists if and only if the transaction commits. */
  enqueue(ctx: Ctx, name: JobName, payload: object, options?: QueueOptions): Promise<void>
  /** Queues several jobs of one kind with one statement. */
  enqueueAll(ctx: Ctx, name: JobName, payloads: readonly object[]): Promise<void>
  /** After a commit: wakes this process's workers for the queues that the transaction added to. */
  wake(committed: Tx): void
  /** Starts processing jobs in this process. */
  work(app: App, jobs: readonly JobDefinition[]): Promise<void>
  /** Runs `runSchedules` each minute in one of the processes. */
  everyMinute(runSchedules: () => Promise<void>): Promise<void>
  /**
   * Stops taking jobs and resolves when the running ones are done, or after a time limit. Enqueuing still
   * works.
   */
  rest(): Promise<void>
  stop(): Promise<void>
}
