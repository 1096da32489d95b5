import { randomUUID } from 'node:crypto'
import { isInProgress } from './caller.ts'
import { CLOSING } from './closing.ts'
import { importInvoices } from './importing.ts'
import { issueInvoice } from './issuing.ts'
import { PAYING } from './paying.ts'
import { logInAtPortal, payItself, switchAutoPayments } from './portal.ts'
import {
  AMOUNT,
  aRequest,
  type Body,
  customerOf,
  type Story,
  staff,
  type Turn,
  today,
  unexpected,
} from './staff.ts'

/** An amount of which the processor's answer is lost ends in .13. */
const refunding =
  (total: string): Story =>
  async (turn, invoice) => {
    const payment = await PAYING.payByCard(turn, invoice)
    if (payment.status !== 'confirmed') return
    const requestId = `torture-${randomUUID()}`
    const body = { total, total_currency: 'USD', request_id: requestId }
    const refund = await staff(turn, `payments/${payment.pk ?? payment.id}/refund/`, body)
    if (refund.status === 402 && turn.daysGoBy) return
    if (refund.status >= 300 && !isInProgress(refund)) throw unexpected('refund', refund)
    // Cut off, it is under way until the processor was asked; then it may turn out that it never got there.
    const told = (refund.body.refunds as { status: string }[] | undefined)?.at(-1)?.status
    turn.facts.push({ kind: 'refund', requestId, confirmed: told === 'confirmed' })
  }

async function recordCheque(turn: Turn, invoice: string): Promise<Body> {
  const requestId = `torture-${randomUUID()}`
  const answer = await staff(turn, 'payments/', {
    customer: customerOf(turn),
    type: 'check',
    total: '120.00',
    received_on: today(),
    request_id: requestId,
    invoices: [{ invoice, amount: AMOUNT }],
  })
  if (answer.status >= 300) throw unexpected('record', answer)
  turn.facts.push({ kind: 'payment', id: answer.body.pk, requestId, status: 'confirmed' })
  return answer.body
}

/** What the cheque left over goes to the customer's next invoice. */
async function useCredit(turn: Turn, invoice: string): Promise<void> {
  const next = await issueInvoice(turn)
  const cheque = await recordCheque(turn, invoice)
  if (next === null) return
  const used = await staff(turn, `payments/${cheque.pk}/use-credit/`, {
    request_id: `torture-${randomUUID()}`,
    invoices: [{ invoice: next, amount: '20.00' }],
  })
  if (used.status >= 300) throw unexpected('use credit', used)
  turn.facts.push({ kind: 'credit_used', id: cheque.pk, invoice: next })
}

async function credit(turn: Turn, invoice: string): Promise<void> {
  const memo = { customer: customerOf(turn), issued_on: today(), total: '30.00', ...aRequest() }
  const issued = await staff(turn, 'credit-memos/', memo)
  if (issued.status >= 300) throw unexpected('credit memo', issued)
  turn.facts.push({ kind: 'credit_memo', id: issued.body.pk })
  const application = { invoice, amount: '30.00', ...aRequest() }
  const applied = await staff(turn, `credit-memos/${issued.body.pk}/apply/`, application)
  if (applied.status >= 300) throw unexpected('apply', applied)
  turn.facts.push({ kind: 'credit_applied', id: issued.body.pk, invoice })
}

export const STORIES = {
  ...PAYING,
  ...CLOSING,
  payAndRefund: refunding('25.00'),
  refundLostAnswer: refunding('25.13'),
  recordCheque,
  useCredit,
  credit,
  logInAtPortal,
  payItself,
  switchAutoPayments,
  importInvoices: importInvoices(20),
} satisfies Record<string, Story>
