import { callUntilAnswered } from './caller.ts'
import { ask, card, payerSession } from './paying.ts'
import {
  AMOUNT,
  aRequest,
  at,
  type Body,
  customerOf,
  type Story,
  staff,
  staffOnce,
  staffReads,
  type Turn,
  today,
  unexpected,
} from './staff.ts'

/* What ends otherwise than by a payment, and what the business does with a payment. */

async function voidInvoice(turn: Turn, invoice: string): Promise<void> {
  await staffOnce(turn, `invoices/${invoice}/void/`, { reason: 'Entered twice' })
  turn.facts.push({ kind: 'closed', id: invoice, status: 'void' })
}

/** Worth more than it was sent for. */
async function edit(turn: Turn, invoice: string): Promise<void> {
  const line = { description: 'Goods', detail: '', quantity: '1', unit_price: '120.00' }
  const written = { customer: customerOf(turn), invoice_date: today(), terms: 'net_30', lines: [line] }
  const answer = await staff(turn, `invoices/${invoice}/`, { ...written, revision: 1 }, 'PATCH')
  // Its first answer was lost: it is another revision by now.
  if (answer.status >= 300 && answer.status !== 409) throw unexpected('edit', answer)
  turn.facts.push({ kind: 'edited', id: invoice })
}

async function writeOff(turn: Turn, invoice: string): Promise<void> {
  await staffOnce(turn, `invoices/${invoice}/write-off/`, { reason: 'Nobody there' })
  turn.facts.push({ kind: 'closed', id: invoice, status: 'written_off' })
}

/** A credit memo that is issued and applied, taken back and voided. */
async function takeCreditBack(turn: Turn, invoice: string): Promise<void> {
  const wanted = { customer: customerOf(turn), issued_on: today(), total: '30.00', ...aRequest() }
  const issued = await staff(turn, 'credit-memos/', wanted)
  if (issued.status >= 300) throw unexpected('credit memo', issued)
  const memo = `credit-memos/${issued.body.pk}`
  const applied = await staff<{ applications: { pk: string }[] }>(turn, `${memo}/apply/`, {
    invoice,
    amount: '30.00',
    ...aRequest(),
  })
  if (applied.status >= 300) throw unexpected('apply', applied)
  await staffOnce(turn, `${memo}/unapply/`, { application: applied.body.applications[0]!.pk })
  turn.facts.push({ kind: 'credit_unapplied', id: issued.body.pk })
  await staffOnce(turn, `${memo}/void/`)
  turn.facts.push({ kind: 'memo_void', id: issued.body.pk })
}

export async function payWith(turn: Turn, invoice: string, number: string, amount = AMOUNT): Promise<Body> {
  const session = await payerSession(turn, invoice)
  const form = card({ amount, number })
  return (await ask(turn, invoice, { path: 'payment-options/sandbox-card/', form, session })).body
}

/** A card that is only authorized, which staff then capture. */
async function capture(turn: Turn, invoice: string): Promise<void> {
  const payment = await payWith(turn, invoice, '4000000000000077')
  if (payment.status !== 'preauth') return
  await staffOnce(turn, `payments/${payment.id}/capture/`)
  turn.facts.push({ kind: 'taken', id: payment.id })
}

/** One that is let go instead. */
async function letGo(turn: Turn, invoice: string): Promise<void> {
  const payment = await payWith(turn, invoice, '4000000000000077')
  if (payment.status !== 'preauth') return
  await staffOnce(turn, `payments/${payment.id}/void/`)
  turn.facts.push({ kind: 'let_go', id: payment.id })
}

/** Paid by a card, and disputed at the processor, which tells of it by its post. */
async function dispute(turn: Turn, invoice: string): Promise<void> {
  const { id, status } = await payWith(turn, invoice, '4242424242424242')
  if (status !== 'confirmed') return
  await letHappen(turn, id, 'dispute')
  turn.facts.push({ kind: 'disputed', id })
}

/** All of it is given back at the processor's own desk, which tells of it by its post. */
async function giveBackOutside(turn: Turn, invoice: string): Promise<void> {
  const { id, status } = await payWith(turn, invoice, '4242424242424242')
  if (status !== 'confirmed') return
  await letHappen(turn, id, 'refund')
  turn.facts.push({ kind: 'given_back', id })
}

async function letHappen(turn: Turn, id: string, event: 'dispute' | 'refund'): Promise<void> {
  const { gateway_id } = await staffReads(turn, `payments/${id}/`)
  const path = at(turn, `sandbox-charges/${gateway_id}/events/`)
  const token = await turn.company.token()
  const call = { method: 'POST', path, body: { event }, token } as const
  const told = await callUntilAnswered<Body>(turn.origin, call)
  if (told.status >= 300 && told.status !== 409) throw unexpected(event, told)
}

export const CLOSING = {
  voidInvoice,
  writeOff,
  takeCreditBack,
  capture,
  letGo,
  dispute,
  giveBackOutside,
  edit,
} satisfies Record<string, Story>
