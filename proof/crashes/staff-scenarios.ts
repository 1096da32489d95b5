import { callUntilAnswered } from './call-api.ts'
import { card, payerSession, requestPayment } from './payment-scenarios.ts'
import {
  AMOUNT,
  accountPath,
  type Body,
  callAsStaff,
  customerIdOf,
  ensureAsStaff,
  newRequestId,
  readAsStaff,
  type Scenario,
  type ScenarioContext,
  today,
  unexpectedReply,
} from './staff-calls.ts'

/* Scenarios that close an invoice without a payment, and staff actions on a payment. */

async function voidInvoice(context: ScenarioContext, invoice: string): Promise<void> {
  await ensureAsStaff(context, `invoices/${invoice}/void/`, { reason: 'Entered twice' })
  context.facts.push({ kind: 'closed', id: invoice, status: 'void' })
}

/** Raises the total of a sent invoice. */
async function editInvoice(context: ScenarioContext, invoice: string): Promise<void> {
  const line = { description: 'Goods', detail: '', quantity: '1', unit_price: '120.00' }
  const written = { customer: customerIdOf(context), invoice_date: today(), terms: 'net_30', lines: [line] }
  const reply = await callAsStaff(context, `invoices/${invoice}/`, { ...written, revision: 1 }, 'PATCH')
  // 409: an earlier attempt changed the revision, and its response was lost.
  if (reply.status >= 300 && reply.status !== 409) throw unexpectedReply('edit', reply)
  context.facts.push({ kind: 'edited', id: invoice })
}

async function writeOff(context: ScenarioContext, invoice: string): Promise<void> {
  await ensureAsStaff(context, `invoices/${invoice}/write-off/`, { reason: 'Not collectible' })
  context.facts.push({ kind: 'closed', id: invoice, status: 'written_off' })
}

/** Writes an invoice off and undoes it. */
async function undoWriteOff(context: ScenarioContext, invoice: string): Promise<void> {
  await ensureAsStaff(context, `invoices/${invoice}/write-off/`, { reason: 'The wrong invoice' })
  await ensureAsStaff(context, `invoices/${invoice}/undo-write-off/`)
  context.facts.push({ kind: 'write_off_undone', id: invoice })
}

/** Issues, applies, unapplies and voids a credit memo. */
async function unapplyCredit(context: ScenarioContext, invoice: string): Promise<void> {
  const wanted = { customer: customerIdOf(context), issued_on: today(), total: '30.00', ...newRequestId() }
  const issued = await callAsStaff(context, 'credit-memos/', wanted)
  if (issued.status >= 300) throw unexpectedReply('credit memo', issued)
  const memo = `credit-memos/${issued.body.pk}`
  const applied = await callAsStaff<{ applications: { pk: string }[] }>(context, `${memo}/apply/`, {
    invoice,
    amount: '30.00',
    ...newRequestId(),
  })
  if (applied.status >= 300) throw unexpectedReply('apply', applied)
  await ensureAsStaff(context, `${memo}/unapply/`, { application: applied.body.applications[0]!.pk })
  context.facts.push({ kind: 'credit_unapplied', id: issued.body.pk })
  await ensureAsStaff(context, `${memo}/void/`)
  context.facts.push({ kind: 'memo_void', id: issued.body.pk })
}

export async function payWithCard(
  context: ScenarioContext,
  invoice: string,
  number: string,
  amount = AMOUNT,
): Promise<Body> {
  const session = await payerSession(context, invoice)
  const form = card({ amount, number })
  return (await requestPayment(context, invoice, { path: 'payment-options/sandbox-card/', form, session }))
    .body
}

/** Captures a payment by a card that was only authorized. */
async function capturePayment(context: ScenarioContext, invoice: string): Promise<void> {
  const payment = await payWithCard(context, invoice, '4000000000000077')
  if (payment.status !== 'preauth') return
  await ensureAsStaff(context, `payments/${payment.id}/capture/`)
  // The authorization may have expired meanwhile, because other scenarios advance the clock.
  const { status } = await readAsStaff<Body>(context, `payments/${payment.id}/`)
  if (status === 'confirmed') context.facts.push({ kind: 'captured', id: payment.id })
}

/** Cancels a payment by a card that was only authorized. */
async function cancelPayment(context: ScenarioContext, invoice: string): Promise<void> {
  const payment = await payWithCard(context, invoice, '4000000000000077')
  if (payment.status !== 'preauth') return
  await ensureAsStaff(context, `payments/${payment.id}/void/`)
  context.facts.push({ kind: 'canceled', id: payment.id })
}

/** Pays by card. Then the processor reports a dispute by webhook. */
async function disputePayment(context: ScenarioContext, invoice: string): Promise<void> {
  const { id, status } = await payWithCard(context, invoice, '4242424242424242')
  if (status !== 'confirmed') return
  await triggerSandboxEvent(context, id, 'dispute')
  context.facts.push({ kind: 'disputed', id })
}

/** Pays by card. Then the payment is refunded in the processor's dashboard, which sends a webhook. */
async function refundInDashboard(context: ScenarioContext, invoice: string): Promise<void> {
  const { id, status } = await payWithCard(context, invoice, '4242424242424242')
  if (status !== 'confirmed') return
  await triggerSandboxEvent(context, id, 'refund')
  context.facts.push({ kind: 'refunded_outside', id })
}

async function triggerSandboxEvent(
  context: ScenarioContext,
  id: string,
  event: 'dispute' | 'refund',
): Promise<void> {
  const { gateway_id } = await readAsStaff(context, `payments/${id}/`)
  const path = accountPath(context, `sandbox-charges/${gateway_id}/events/`)
  const token = await context.company.token()
  const call = { method: 'POST', path, body: { event }, token } as const
  const reply = await callUntilAnswered<Body>(context.origin, call)
  if (reply.status >= 300 && reply.status !== 409) throw unexpectedReply(event, reply)
}

export const STAFF_SCENARIOS = {
  voidInvoice,
  writeOff,
  undoWriteOff,
  unapplyCredit,
  capturePayment,
  cancelPayment,
  disputePayment,
  refundInDashboard,
  editInvoice,
} satisfies Record<string, Scenario>
