import { randomUUID } from 'node:crypto'
import { callUntilAnswered, isInProgress } from '../call-api.ts'
import { issueInvoice } from '../issue-invoice.ts'
import { card } from '../payment-scenarios.ts'
import { createCustomer, openPortal, type Portal } from '../portal-scenarios.ts'
import {
  AMOUNT,
  type Body,
  callAsStaff,
  newRequestId,
  type ScenarioContext,
  today,
  unexpectedReply,
} from '../staff-calls.ts'

/* A customer uses credit before a charge, or instead of one. */

interface Credited extends Portal {
  readonly invoice: string
}

/** Prepares a customer with an invoice of $100.00 and a credit memo. Returns null when a response was lost. */
async function prepare(context: ScenarioContext, total: string): Promise<Credited | null> {
  const customer = await createCustomer(context)
  const invoice = customer === null ? null : await issueInvoice(context, customer)
  const portal = customer === null || invoice === null ? null : await openPortal(context, customer)
  if (customer === null || invoice === null || portal === null) return null
  const memo = { customer, issued_on: today(), total, ...newRequestId() }
  const issued = await callAsStaff(context, 'credit-memos/', memo)
  if (issued.status >= 300) throw unexpectedReply('credit memo', issued)
  context.facts.push({ kind: 'credit_memo', id: issued.body.pk })
  return { ...portal, invoice }
}

const callAsPayer = (context: ScenarioContext, { host, token }: Portal, path: string, body: object) =>
  callUntilAnswered<Body>(
    context.origin,
    { method: 'POST', path: `/api/open-invoices/${path}`, host, token, body },
    context.inProgressMs,
  )

/** $30.00 of credit are used, and a card pays the other $70.00. */
export async function payCreditFirst(context: ScenarioContext): Promise<void> {
  const credited = await prepare(context, '30.00')
  if (credited === null) return
  const { invoice } = credited
  const requestId = `crash-${randomUUID()}`
  const reply = await callAsPayer(context, credited, 'payment-options/sandbox-card/', {
    invoices: [{ invoice, amount: AMOUNT }],
    credit: '30.00',
    form: { ...card({ amount: '70.00' }), request_id: requestId },
  })
  if (isInProgress(reply) || (reply.status === 402 && context.clockAdvances)) {
    context.facts.push({ kind: 'attempt', requestId })
    return
  }
  if (reply.status >= 300) throw unexpectedReply('pay with credit first', reply)
  const { id, status } = reply.body
  context.facts.push({ kind: 'payment', id, requestId, status })
  if (status === 'confirmed') context.facts.push({ kind: 'settled', id: invoice })
}

/** Credit pays all of an invoice. */
export async function payWithCredit(context: ScenarioContext): Promise<void> {
  const credited = await prepare(context, '130.00')
  if (credited === null) return
  const { invoice } = credited
  const body = { invoices: [{ invoice, amount: AMOUNT }], credit: AMOUNT, ...newRequestId() }
  const reply = await callAsPayer(context, credited, 'credit/', body)
  if (reply.status >= 300) throw unexpectedReply('pay with credit', reply)
  context.facts.push({ kind: 'settled', id: invoice })
}
