import { randomUUID } from 'node:crypto'
import { type Answer, callOnce, callUntilAnswered, isInProgress } from './caller.ts'
import type { Company } from './company.ts'
import type { Fact } from './facts.ts'

type Body = Record<string, unknown> & { pk: string; id: string; status: string }

export interface Turn {
  readonly origin: string
  readonly company: Company
  /** What is acknowledged is added here. */
  readonly facts: Fact[]
  /** Chooses the customer, and the bank account of an e-check. */
  readonly number: number
}

/** What becomes of an issued invoice of $100.00. */
export type Story = (turn: Turn, invoice: string) => Promise<unknown>

const at = ({ company }: Turn, path: string): string => `/api/accounts/${company.accountId}/${path}`

async function staff<Reply = Body>(turn: Turn, path: string, body: unknown): Promise<Answer<Reply>> {
  const token = await turn.company.token()
  return callUntilAnswered<Reply>(turn.origin, { method: 'POST', path: at(turn, path), body, token })
}

const customerOf = ({ company, number }: Turn): string =>
  company.customers[number % company.customers.length]!
const AMOUNT = '100.00'
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

async function payerSession(turn: Turn, invoice: string): Promise<string> {
  const link = await staff<{ url: string }>(turn, `invoices/${invoice}/pay-link/`, {})
  const token = new URL(link.body.url).searchParams.get('token')
  const path = '/api/pay-link/'
  return (await callUntilAnswered<{ token: string }>(turn.origin, { method: 'POST', path, body: { token } }))
    .body.token
}

const card = (amount: string) => ({
  amount,
  name_on_card: 'Pat Payer',
  number: '4242424242424242',
  expiration_month: '12',
  expiration_year: String(new Date().getUTCFullYear() + 3),
  cvc: '123',
})

async function pay(turn: Turn, invoice: string, option: string, form: object): Promise<Body> {
  const token = await payerSession(turn, invoice)
  const requestId = `torture-${randomUUID()}`
  const path = `/api/invoices/${invoice}/payment-options/${option}/`
  const body = { ...form, request_id: requestId }
  const answer = await callUntilAnswered<Body>(turn.origin, { method: 'POST', path, body, token })
  if (isInProgress(answer)) {
    turn.facts.push({ kind: 'attempt', requestId })
    return answer.body
  }
  if (answer.status >= 300) throw unexpected('pay', answer)
  turn.facts.push({
    kind: 'payment',
    id: answer.body.pk ?? answer.body.id,
    requestId,
    status: answer.body.status,
  })
  return answer.body
}

const payByCard = (turn: Turn, invoice: string) => pay(turn, invoice, 'sandbox-card', card(AMOUNT))

async function payInTwo(turn: Turn, invoice: string): Promise<void> {
  await Promise.all([
    pay(turn, invoice, 'sandbox-card', card('40.00')),
    pay(turn, invoice, 'sandbox-card', card('60.00')),
  ])
}

/** The processor's answer to an amount that ends in .13 is lost. */
const payLostAnswer = (turn: Turn, invoice: string) => pay(turn, invoice, 'sandbox-card', card('50.13'))

const payByECheck = (turn: Turn, invoice: string) =>
  pay(turn, invoice, 'sandbox-e-check', {
    amount: AMOUNT,
    account_holder: 'Pat Payer',
    routing_number: '110000000',
    account_number: ['000123456789', '000111111113', '000222222227'][turn.number % 3],
    account_type: 'checking',
  })

async function payAndRefund(turn: Turn, invoice: string): Promise<void> {
  const payment = await payByCard(turn, invoice)
  if (payment.status !== 'confirmed') return
  const requestId = `torture-${randomUUID()}`
  const body = { total: '25.00', total_currency: 'USD', request_id: requestId }
  const refund = await staff(turn, `payments/${payment.pk ?? payment.id}/refund/`, body)
  if (refund.status >= 300 && !isInProgress(refund)) throw unexpected('refund', refund)
  // Cut off, it is under way until the processor was asked; then it may turn out that it never got there.
  const told = (refund.body.refunds as { status: string }[] | undefined)?.at(-1)?.status
  turn.facts.push({ kind: 'refund', requestId, confirmed: told === 'confirmed' })
}

async function recordCheque(turn: Turn, invoice: string): Promise<void> {
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

const unexpected = (what: string, answer: Answer<unknown>): Error =>
  new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)

/** Tries a card that pays nothing, so that nothing is told as paid. */
const tryCard =
  (number: string): Story =>
  async (turn, invoice) => {
    const token = await payerSession(turn, invoice)
    const path = `/api/invoices/${invoice}/payment-options/sandbox-card/`
    const body = { ...card(AMOUNT), number, request_id: `torture-${randomUUID()}` }
    await callUntilAnswered(turn.origin, { method: 'POST', path, body, token })
  }

const payDeclined = tryCard('4000000000000002')
/** The bank asks, and nobody answers. */
const payChallenged = tryCard('4000000000003220')

export const STORIES = {
  payByCard,
  payAndRefund,
  payInTwo,
  payLostAnswer,
  recordCheque,
  payByECheck,
  credit,
  payDeclined,
  payChallenged,
} satisfies Record<string, Story>
