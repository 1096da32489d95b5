import { randomUUID } from 'node:crypto'
import { callOnce, isInProgress } from './caller.ts'
import { PAYING } from './paying.ts'
import { AMOUNT, at, type Body, customerNumber, type Story, staff, type Turn, unexpected } from './staff.ts'

const customerOf = (turn: Turn): string => turn.company.customers[customerNumber(turn)]!
const today = (): string => new Date().toISOString().slice(0, 10)

/** Null when the answer was lost: a draft may stand there then, and nobody was told of it. */
export async function issueInvoice(turn: Turn): Promise<string | null> {
  const line = { description: 'Goods', detail: '', quantity: '1', unit_price: AMOUNT }
  const body = { customer: customerOf(turn), invoice_date: today(), terms: 'net_30', lines: [line] }
  const token = await turn.company.token()
  const draft = await callOnce<Body>(turn.origin, {
    method: 'POST',
    path: at(turn, 'invoices/'),
    body,
    token,
  }).catch(() => null)
  if (draft?.status !== 201) return null
  const sent = await staff(turn, `invoices/${draft.body.pk}/send/`, {
    email: false,
    request_id: `torture-${randomUUID()}`,
  })
  // The first answer may have been lost: then it is sent already.
  if (sent.status !== 200 && sent.status !== 409) throw unexpected('send', sent)
  turn.facts.push({ kind: 'invoice', id: draft.body.pk })
  return draft.body.pk
}

async function payAndRefund(turn: Turn, invoice: string): Promise<void> {
  const payment = await PAYING.payByCard(turn, invoice)
  if (payment.status !== 'confirmed') return
  const requestId = `torture-${randomUUID()}`
  const body = { total: '25.00', total_currency: 'USD', request_id: requestId }
  const refund = await staff(turn, `payments/${payment.pk ?? payment.id}/refund/`, body)
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
  const request = () => ({ request_id: `torture-${randomUUID()}` })
  const issued = await staff(turn, 'credit-memos/', {
    customer: customerOf(turn),
    issued_on: today(),
    total: '30.00',
    ...request(),
  })
  if (issued.status >= 300) throw unexpected('credit memo', issued)
  turn.facts.push({ kind: 'credit_memo', id: issued.body.pk })
  const applied = await staff(turn, `credit-memos/${issued.body.pk}/apply/`, {
    invoice,
    amount: '30.00',
    ...request(),
  })
  if (applied.status >= 300) throw unexpected('apply', applied)
  turn.facts.push({ kind: 'credit_applied', id: issued.body.pk, invoice })
}

export const STORIES = { ...PAYING, payAndRefund, recordCheque, useCredit, credit } satisfies Record<
  string,
  Story
>
