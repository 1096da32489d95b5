import { sql } from 'kysely'
import type { PaymentProcessor } from '../../server/gateways/payments/port.ts'
import {
  createSandbox,
  type SandboxDashboard,
  sandboxDashboard,
} from '../../server/gateways/payments/sandbox/index.ts'
import { signedRequest } from '../../server/gateways/payments/sandbox/webhook.ts'
import { JOBS } from '../../server/main/rooms.ts'
import { webhookSecrets } from '../../server/platform/auth/webhook-secrets.ts'
import { type Actor, type App, type Ctx, type UnitOfWork, unitOfWork } from '../../server/platform/context.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { anOpenInvoice, portalOf } from '../../server/rooms/payments/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import type { Tenant } from '../../testing/test-app.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** A webhook request as the processor sends it. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The contents of an event, and its signature. */
export interface EventContents {
  readonly id: string
  readonly charge: string
  readonly kind?: string
  readonly agoMs?: number
  /** The account whose secret signs it, and the account that it is about; by default the company's own. */
  readonly secretOf?: string
  readonly account?: string
}

export interface WebhookReceiver {
  readonly test: TestServer
  readonly mine: Tenant
  readonly rival: Tenant
  readonly dashboard: SandboxDashboard
  sign(contents: EventContents): SignedWebhook
  /** Sends it to the webhook address of the company or of another account. Returns the status. */
  send(webhook: SignedWebhook, to?: string): Promise<number>
  /** Processes an event as a worker does, if it was stored. */
  handle(eventId: string): Promise<void>
  createInvoice(): Promise<{ invoiceId: string; uow: UnitOfWork }>
  /** Sets an action that runs after each charge is made and before its reply. */
  beforeReply(action: ((charge: string) => Promise<void>) | null): void
  /** Injects a bug into the processor's adapter. */
  injectBug(bug: ((real: PaymentProcessor) => Partial<PaymentProcessor>) | null): void
  read<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens a company that receives webhooks. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  let faulty: Partial<PaymentProcessor> = {}
  let real: PaymentProcessor | undefined
  let beforeReply: ((charge: string) => Promise<void>) | null = null
  const processors = (app: App): PaymentProcessor[] => {
    const sandbox = createSandbox(app)
    const create: PaymentProcessor['create'] = async (...values) => {
      const outcome = await sandbox.create(...values)
      const { ourId } = values[1]
      const found = beforeReply && (await sandbox.findPayment(values[0], { ourId, key: '', askedAt: 0 }))
      if (beforeReply && found?.ok && found.value) await beforeReply(found.value.providerRef)
      return outcome
    }
    real = { ...sandbox, create }
    return [
      new Proxy(real, { get: (target, name) => Reflect.get(faulty, name) ?? Reflect.get(target, name) }),
    ]
  }
  const test = await createTestServer({ processors, pool: 12 })
  const [mine, rival] = [await test.tenant(), await test.tenant()]
  const customer = await mine.run((ctx) => aCustomer(ctx))
  const secret = (accountId: string) => webhookSecrets(test.app.config, 'sandbox', accountId)[0]!
  return {
    test,
    mine,
    rival,
    dashboard: sandboxDashboard(test.app, mine.accountId),
    sign: ({ id, charge, kind = 'charge.updated', agoMs = 0, secretOf = mine.accountId, account }) =>
      signedRequest(
        { id, kind, chargeRef: charge, accountId: account ?? mine.accountId },
        secret(secretOf),
        test.clock.wallNow() - agoMs,
      ),
    send: async ({ headers, body }, to = mine.accountId) => {
      const path = `/api/webhooks/sandbox/${to}/`
      const file = { type: 'application/json', bytes: body }
      return (await callApi(test.server, { method: 'POST', path, headers: { ...headers }, file })).status
    },
    handle: (eventId) => handle(test.app, mine, eventId),
    createInvoice: async () => {
      const { invoiceId } = await mine.run((ctx) => anOpenInvoice(ctx, '40.00', customer))
      return { invoiceId, uow: mine.uow(portalOf(test.app, customer.id)) }
    },
    beforeReply: (action) => {
      beforeReply = action
    },
    injectBug: (bug) => {
      faulty = bug ? bug(real!) : {}
    },
    read: (work) => mine.run(work),
    close: () => test.close(),
  }
}

const WORKER: Actor = { kind: 'system', job: 'test' }
const HANDLE = JOBS.find(({ name }) => name === 'payments.handle-provider-event')!

async function handle(app: App, mine: Tenant, eventId: string): Promise<void> {
  const stored = await mine.run((ctx) =>
    ctx.db.selectFrom('provider_inbox').select('id').where('event_id', '=', eventId).executeTakeFirst(),
  )
  const uow = unitOfWork(app, { requestId: 'test', ip: null }, WORKER, mine.accountId)
  if (stored) await HANDLE.runUnitOfWork!(uow, { eventId: stored.id })
}

/** Everything that the events of one payment may change. */
export interface Outcome {
  readonly status: string
  readonly failure: string | null
  readonly refunded: string
  readonly remaining: string
  readonly reserved: string
  /**
   * The sums of its ledger entries by account. A payment that was returned before it was confirmed has none.
   */
  readonly booked: string
  readonly cases: string
}

/** Reads the outcome for the payment of an invoice. */
export const readOutcome = ({ read }: WebhookReceiver, invoiceId: string): Promise<Outcome | undefined> =>
  read(async (ctx) => {
    const found = await sql<Outcome>`
      select p.status, p.failure_code as failure, p.refunded_minor::text as refunded,
        r.remaining_minor::text as remaining, r.reserved_minor::text as reserved,
        (select coalesce(string_agg(b.ledger_account || ' ' || b.sum, ', ' order by b.ledger_account), '') from (
          select l.ledger_account, sum(l.amount_minor) from ledger_postings l join ledger_entries e on e.account_id = l.account_id and e.id = l.entry_id
          where e.account_id = p.account_id and (e.source_id = p.id
            or e.source_id in (select f.id from refunds f where f.account_id = p.account_id and f.payment_id = p.id))
          group by 1 having sum(l.amount_minor) <> 0) b) as booked,
        (select coalesce(string_agg(c.kind, ' ' order by c.kind), '') from payment_cases c
          where c.account_id = p.account_id and c.payment_id = p.id) as cases
      from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
      join receivables r on r.account_id = a.account_id and r.invoice_id = a.invoice_id
      where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId}`.execute(ctx.db)
    return found.rows[0]
  })

/** Returns the reference of the charge that was made for an invoice. */
export const findChargeRef = ({ read }: WebhookReceiver, invoiceId: string): Promise<string> =>
  read(async (ctx) => {
    const found = await sql<{ ref: string }>`
      select c.ref from payment_allocations a
      join sandbox_charges c on c.account_id = a.account_id and c.our_id = a.payment_id::text
      where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId}`.execute(ctx.db)
    return found.rows[0]!.ref
  })
