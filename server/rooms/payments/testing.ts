import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import { createTestApp, setUpTestApp, type Tenant, type TestApp } from '../../../testing/test-app.ts'
import type { PaymentProcessor } from '../../gateways/payments/port.ts'
import { createSandbox } from '../../gateways/payments/sandbox/index.ts'
import type { Actor, App, Ctx, UnitOfWork } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Customer } from '../customers/index.ts'
import { aCustomer } from '../customers/testing.ts'
import { createInvoice, sendInvoice } from '../invoices/index.ts'
import { aLine } from '../invoices/testing.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { handleProcessorEvent } from './actions/inbox/handle-processor-event.ts'
import { createOrder } from './actions/orders/create-order.ts'
import { payInvoice } from './actions/pay/pay-invoice.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { listCases } from './actions/reconcile/list-cases.ts'
import { openCase } from './actions/reconcile/open-case.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { paymentsSchedules } from './jobs.ts'
import type { Body } from './rules/option-form.ts'
import { casesOfPayment } from './store/cases.ts'
import { waitingEvents } from './store/inbox.ts'

export interface OpenInvoice {
  readonly customer: Customer
  readonly invoiceId: string
}

/** An issued invoice, for a new customer unless one is given. `total` is a decimal text. */
export async function anOpenInvoice(
  ctx: Ctx,
  total: string,
  given?: Customer,
  dueDate?: string,
): Promise<OpenInvoice> {
  const customer = given ?? (await aCustomer(ctx))
  const invoice = await createInvoice(ctx, {
    customer: customer.id,
    invoice_date: '2026-11-02',
    terms: 'custom',
    due_date: dueDate ?? '2026-12-02',
    notes: '',
    lines: [aLine({ description: 'Goods', detail: '', unit_price: total })],
  })
  await sendInvoice(ctx, invoice.pk, { message: '', email: false })
  return { customer, invoiceId: invoice.pk }
}

/** A portal session of a customer. */
export const portalOf = (app: App, customerId: string): Actor => ({
  kind: 'customer',
  portalUserId: newId(app.clock.wallNow()),
  sessionId: newId(app.clock.wallNow()),
  email: 'payer@example.test',
  customerId,
  customerIds: [customerId],
})

/** A pay link's session. */
type Paid = { readonly invoiceId: string; readonly customer: Pick<Customer, 'id'> }
export const payLinkOf = (app: App, invoice: Paid, unlocked = false): Actor => ({
  kind: 'pay_link',
  payLinkId: newId(app.clock.wallNow()),
  sessionId: newId(app.clock.wallNow()),
  invoiceId: invoice.invoiceId,
  customerId: invoice.customer.id,
  unlocked,
})

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  challenged: '4000000000003220',
  disputed: '4000000000000259',
  authorized: '4000000000000077',
  poorLater: '4000000000000341',
  stolenLater: '4000000000009979',
} as const

/** A filled card form. */
export const cardForm = (amount: string, more: Body = {}): Body => ({
  amount,
  name_on_card: 'Pat Payer',
  number: CARDS.good,
  expiration_month: '12',
  expiration_year: '2030',
  cvc: '123',
  request_id: `request-${newId(0)}`,
  ...more,
})

/** A filled e-check form. The last digits of the account number decide its outcome: 6789, 1113, 2227. */
export const eCheckForm = (amount: string, accountNumber = '000123456789', more: Body = {}): Body => ({
  amount,
  account_holder: 'Pat Payer',
  routing_number: '110000000',
  account_number: accountNumber,
  account_type: 'checking',
  request_id: `request-${newId(0)}`,
  ...more,
})

/** Starts a PayPal payment and returns its order, which waits for the payer. */
export const anOrder = async (uow: UnitOfWork, invoiceId: string, amount = '1.00'): Promise<string> =>
  (await createOrder(uow, invoiceId, { amount, request_id: `order-${newId(0)}` })).id

/** Opens a case about a payment without a real difference. Returns its id. */
export async function aPaymentCase(ctx: Ctx, paymentId: string): Promise<string> {
  const { provider, gateway_id } = await readPayment(ctx, paymentId)
  await openCase(ctx, {
    provider,
    kind: 'amount',
    subject: paymentId,
    paymentId,
    providerRef: gateway_id,
    booked: { minor: 100n, currency: 'USD' },
    observed: { minor: 90n, currency: 'USD' },
  })
  return (await casesOfPayment(ctx, paymentId)).at(-1)!.id
}

/** An App whose only processor is the Sandbox. */
export const createSandboxApp = (pool = 10): Promise<TestApp> =>
  createTestApp({ pool, processors: (app: App) => [createSandbox(app)] })

/** Fixture of payment tests: a fresh tenant for each test, and a processor that can be made to misbehave. */
export interface PaymentsFixture {
  readonly app: App
  readonly clock: TestApp['clock']
  readonly tenant: Tenant
  /** Another account, for isolation tests. */
  another(): Promise<Tenant>
  /** Replaces these calls of the processor for the rest of the test. */
  misbehave(calls: Partial<PaymentProcessor>): void
  /** The unmodified Sandbox. */
  readonly sandbox: PaymentProcessor
  /** Connection of the database's owner. */
  readonly ownerConfig: TestApp['ownerConfig']
  /** An open invoice and a portal session of its customer. */
  open(total?: string): Promise<OpenInvoice & { uow: UnitOfWork }>
}

/** Sets up a test file. After each test the books of its tenant must be sound. */
export function paymentsFixture(pool = 10): PaymentsFixture {
  let tenant: Tenant
  let instead: Partial<PaymentProcessor> = {}
  let sandbox: PaymentProcessor
  const wrap = (real: PaymentProcessor): PaymentProcessor => {
    sandbox = real
    return new Proxy(real, { get: (target, name) => Reflect.get(instead, name) ?? Reflect.get(target, name) })
  }
  const test = setUpTestApp({ pool, processors: (app: App) => [wrap(createSandbox(app))] })
  beforeEach(async () => {
    instead = {}
    tenant = await test.tenant()
  })
  afterEach(() => expectSoundBooks(tenant))
  return {
    get app() {
      return test.app
    },
    get clock() {
      return test.clock
    },
    get tenant() {
      return tenant
    },
    get sandbox() {
      return sandbox
    },
    get ownerConfig() {
      return test.ownerConfig
    },
    another: () => test.tenant(),
    misbehave(calls) {
      instead = calls
    },
    async open(total = '100.00') {
      const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, total))
      return { ...invoice, uow: tenant.uow(portalOf(test.app, invoice.customer.id)) }
    },
  }
}

/** Pays with the Sandbox's card form unless another option is given. */
export const pay = (uow: UnitOfWork, invoiceId: string, body: Body, optionId = 'sandbox-card') =>
  payInvoice(uow, { invoiceId, optionId, body })

/** Returns the refusal that a call throws; throws when it ends in anything else. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Refusal)) throw new Error(`refused nothing: ${String(thrown)}`)
  return thrown
}

/** Runs all due schedules and stored events, as the worker would now. */
export async function runDueSchedules(tenant: Pick<Tenant, 'uow' | 'run'>): Promise<void> {
  const uow = tenant.uow({ kind: 'system', job: 'test' })
  for (const schedule of paymentsSchedules) await schedule.run(uow)
  const waiting = await tenant.run((ctx) => waitingEvents(ctx, ctx.now, 1000))
  for (const eventId of waiting) await handleProcessorEvent(uow, eventId)
}

const LISTED = { page: 1, page_size: 100, search: '', order_by: 'opened_at', state: 'open' } as const

/** Steps of the tests that compare the books with the Sandbox. */
export function reconcilingSteps(payments: PaymentsFixture) {
  const system = () => payments.tenant.uow({ kind: 'system', job: 'test' })
  const detailOf = (id: string) => payments.tenant.run((ctx) => readPayment(ctx, id))
  return {
    ...{ system, detailOf },
    /** A card payment with its own customer and invoice. */
    async paid(amount = '100.00', more = {}) {
      const { invoiceId, uow } = await payments.open(amount)
      const { id } = await pay(uow, invoiceId, cardForm(amount, more))
      return { id, ref: (await detailOf(id)).gateway_id! }
    },
    /** Changes the Sandbox's records directly, like a change made at the processor. */
    changeAtProcessor: (statement: RawBuilder<unknown>) =>
      payments.tenant.run((ctx) => statement.execute(ctx.db)),
    cases: async (more: object = {}, who = payments.tenant) =>
      (await who.run((ctx) => listCases(ctx, { ...LISTED, ...more }))).results,
    /** Runs the next day's comparison. */
    async nextDay(): Promise<void> {
      payments.clock.advance(DAY_MS)
      await reconcileProcessors(system())
    },
  }
}

/** Remaining and reserved amount of an invoice in the ledger. */
export async function balancesOf(
  tenant: Tenant,
  invoiceId: string,
): Promise<{ remaining: string; reserved: string }> {
  const [receivable] = await tenant.run((ctx) => readReceivables(ctx, [invoiceId]))
  const wire = (minor: bigint): string => formatAmount(minor, receivable!.currency)
  return { remaining: wire(receivable!.remainingMinor), reserved: wire(receivable!.reservedMinor) }
}

/**
 * Expects that every projection agrees with the entries, and that reservations equal the shares of payments
 * under way.
 */
export async function expectSoundBooks(tenant: Tenant): Promise<void> {
  const found = await tenant.run(async (ctx) => ({
    differences: (await verifyLedger(ctx)).differences,
    unexplained: (
      await sql<{ invoice_id: string }>`
        select r.invoice_id from receivables r where r.account_id = ${ctx.accountId} and r.reserved_minor <> (
          select coalesce(sum(a.amount_minor), 0) from payment_allocations a
          where a.account_id = r.account_id and a.invoice_id = r.invoice_id and a.state = 'reserved')`.execute(
        ctx.db,
      )
    ).rows,
    lopsided: (
      await sql<{ number: string }>`
        select p.number from payments p where p.account_id = ${ctx.accountId} and p.status in ('confirmed', 'refunded')
          and p.captured_minor - p.refunded_minor <> (p.surcharge_minor - p.surcharge_refunded_minor) + p.unapplied_minor + (
            select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
            where a.account_id = p.account_id and a.payment_id = p.id and a.state in ('applied', 'reversed'))`.execute(
        ctx.db,
      )
    ).rows,
  }))
  expect(found).toEqual({ differences: [], unexplained: [], lopsided: [] })
}

/** Counts the Sandbox's charges and refunds for this account, whatever their outcome. */
export async function sandboxCounts(
  tenant: Tenant,
): Promise<{ charges: number; taken: string; refunds: number }> {
  return tenant.run(async (ctx) => {
    const result = await sql<{ charges: number; taken: string; refunds: number }>`
      select count(*)::int as charges, coalesce(sum(captured_minor), 0)::text as taken,
        (select count(*)::int from sandbox_refunds where account_id = ${ctx.accountId}) as refunds
      from sandbox_charges where account_id = ${ctx.accountId} and status <> 'rejected'`.execute(ctx.db)
    return result.rows[0]!
  })
}

export { useCredit } from './actions/credit/use-credit.ts'
export { cancelOrder } from './actions/orders/cancel-order.ts'
export { savePayout, selectPayouts } from './store/payouts.ts'
export { handleProcessorEvent }
