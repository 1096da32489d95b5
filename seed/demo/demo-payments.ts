import { formatAmount } from '../../domain/money/money.ts'
import { asDate } from '../../server/platform/clock.ts'
import type { Actor, App, Caller } from '../../server/platform/context.ts'
import { inAccount, unitOfWork } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { payInvoice, recordPayment, refundPayment } from '../../server/rooms/payments/index.ts'

export interface DueInvoice {
  readonly id: string
  readonly customerId: string
  readonly payerEmail: string
  readonly currency: string
  readonly amountMinor: bigint
}

const CALLER: Caller = { requestId: 'demo-data', ip: null }
const OFFICE: Actor = { kind: 'system', job: 'demo data' }
const MANUAL = ['check', 'bank_transfer', 'bank_transfer', 'cash'] as const

/** Returns the same program at another time, so that its writes carry that day. */
export const atTime = (app: App, nowMs: number): App => ({ ...app, clock: { wallNow: () => nowMs } })

/** Records a payment by check, transfer or cash. */
export async function recordManualPayment(
  app: App,
  accountId: string,
  invoice: DueInvoice,
  day: string,
  at: number,
): Promise<void> {
  await inAccount(app, CALLER, OFFICE, accountId, (ctx) =>
    recordPayment(ctx, {
      customer: invoice.customerId,
      type: MANUAL[at % MANUAL.length]!,
      total: formatAmount(invoice.amountMinor, invoice.currency),
      received_on: day,
      reference: at % 2 === 0 ? `CHK ${4100 + at}` : '',
      request_id: `demo-by-hand-${at}`,
      invoices: [{ invoice: invoice.id, amount: formatAmount(invoice.amountMinor, invoice.currency) }],
    }),
  )
}

/** Pays by card or e-check in the portal through the Sandbox. Returns the payment's id. */
export async function payOnline(
  app: App,
  accountId: string,
  invoice: DueInvoice,
  method: 'card' | 'e-check',
  at: number,
): Promise<string> {
  const id = newId(app.clock.wallNow())
  const customer: Actor = {
    kind: 'customer',
    portalUserId: id,
    sessionId: id,
    email: invoice.payerEmail,
    customerId: invoice.customerId,
    customerIds: [invoice.customerId],
  }
  const year = asDate(app.clock.wallNow()).getUTCFullYear() + 2
  const card = {
    name_on_card: 'Maya Okafor',
    number: '4242424242424242',
    expiration_month: '08',
    expiration_year: String(year),
    cvc: '123',
  }
  const account = {
    account_holder: 'Maya Okafor',
    routing_number: '110000000',
    account_number: '000123456789',
    account_type: 'checking',
  }
  const body = {
    ...(method === 'card' ? card : account),
    amount: formatAmount(invoice.amountMinor, invoice.currency),
    request_id: `demo-online-${at}`,
  }
  const paid = await payInvoice(unitOfWork(app, CALLER, customer, accountId), {
    invoiceId: invoice.id,
    optionId: `sandbox-${method}`,
    body,
  })
  return paid.id
}

export async function refundDemoPayment(
  app: App,
  accountId: string,
  paymentId: string,
  totalMinor: bigint,
  at: number,
): Promise<void> {
  await refundPayment(unitOfWork(app, CALLER, OFFICE, accountId), paymentId, {
    total: formatAmount(totalMinor, 'USD'),
    total_currency: 'USD',
    request_id: `demo-refund-${at}`,
    reason: 'Two cases arrived damaged',
  })
}
