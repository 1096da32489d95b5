import { randomUUID } from 'node:crypto'
import { isInProgress } from './call-api.ts'
import { payCreditFirst, payWithCredit } from './failpoints/credit-scenarios.ts'
import { paySeveral } from './failpoints/pay-several.ts'
import { completePlan, confirmPaymentPlan, payInstallment } from './failpoints/plan-scenarios.ts'
import { importInvoices } from './import-invoices.ts'
import { issueInvoice } from './issue-invoice.ts'
import { chargeLateFee, waiveEarlierFee } from './late-fee-scenarios.ts'
import { PAYMENT_SCENARIOS } from './payment-scenarios.ts'
import { logInAtPortal, payAutomatically, storeMethods, toggleAutoPayments } from './portal-scenarios.ts'
import { remindCustomer } from './reminder-scenarios.ts'
import {
  AMOUNT,
  type Body,
  callAsStaff,
  customerIdOf,
  newRequestId,
  type Scenario,
  type ScenarioContext,
  today,
  unexpectedReply,
} from './staff-calls.ts'
import { STAFF_SCENARIOS } from './staff-scenarios.ts'

/** The sandbox loses its response to an amount that ends in .13. */
const refundTotal =
  (total: string): Scenario =>
  async (context, invoice) => {
    const payment = await PAYMENT_SCENARIOS.payByCard(context, invoice)
    if (payment.status !== 'confirmed') return
    const requestId = `crash-${randomUUID()}`
    const body = { total, total_currency: 'USD', request_id: requestId }
    const refund = await callAsStaff(context, `payments/${payment.pk ?? payment.id}/refund/`, body)
    if (refund.status === 402 && context.clockAdvances) return
    if (refund.status >= 300 && !isInProgress(refund)) throw unexpectedReply('refund', refund)
    // An interrupted refund waits until the processor is queried, and may turn out not to exist there.
    const status = (refund.body.refunds as { status: string }[] | undefined)?.at(-1)?.status
    context.facts.push({ kind: 'refund', requestId, confirmed: status === 'confirmed' })
  }

async function recordCheck(context: ScenarioContext, invoice: string): Promise<Body> {
  const requestId = `crash-${randomUUID()}`
  const reply = await callAsStaff(context, 'payments/', {
    customer: customerIdOf(context),
    type: 'check',
    total: '120.00',
    received_on: today(),
    request_id: requestId,
    invoices: [{ invoice, amount: AMOUNT }],
  })
  if (reply.status >= 300) throw unexpectedReply('record', reply)
  context.facts.push({ kind: 'payment', id: reply.body.pk, requestId, status: 'confirmed' })
  return reply.body
}

/** Applies the unapplied rest of a check to the customer's next invoice. */
async function useCredit(context: ScenarioContext, invoice: string): Promise<void> {
  const next = await issueInvoice(context)
  const check = await recordCheck(context, invoice)
  if (next === null) return
  const used = await callAsStaff(context, `payments/${check.pk}/use-credit/`, {
    request_id: `crash-${randomUUID()}`,
    invoices: [{ invoice: next, amount: '20.00' }],
  })
  if (used.status >= 300) throw unexpectedReply('use credit', used)
  context.facts.push({ kind: 'credit_used', id: check.pk, invoice: next })
}

async function applyCredit(context: ScenarioContext, invoice: string): Promise<void> {
  const memo = { customer: customerIdOf(context), issued_on: today(), total: '30.00', ...newRequestId() }
  const issued = await callAsStaff(context, 'credit-memos/', memo)
  if (issued.status >= 300) throw unexpectedReply('credit memo', issued)
  context.facts.push({ kind: 'credit_memo', id: issued.body.pk })
  const application = { invoice, amount: '30.00', ...newRequestId() }
  const applied = await callAsStaff(context, `credit-memos/${issued.body.pk}/apply/`, application)
  if (applied.status >= 300) throw unexpectedReply('apply', applied)
  context.facts.push({ kind: 'credit_applied', id: issued.body.pk, invoice })
}

export const SCENARIOS = {
  ...PAYMENT_SCENARIOS,
  ...STAFF_SCENARIOS,
  storeMethods,
  payAndRefund: refundTotal('25.00'),
  refundWithLostResponse: refundTotal('25.13'),
  recordCheck,
  useCredit,
  applyCredit,
  logInAtPortal,
  payAutomatically,
  toggleAutoPayments,
  importInvoices: importInvoices(20),
  remindCustomer,
  chargeLateFee,
  waiveEarlierFee,
  paySeveral,
  payCreditFirst,
  payWithCredit,
  confirmPaymentPlan,
  payInstallment,
  completePlan,
} satisfies Record<string, Scenario>
