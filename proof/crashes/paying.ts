import { randomUUID } from 'node:crypto'
import { type Answer, callUntilAnswered, isInProgress } from './caller.ts'
import { customerEmail, newMessage, readMessages } from './company.ts'
import { AMOUNT, type Body, customerNumber, type Story, staff, type Turn, unexpected } from './staff.ts'

/* What payers do with the link of an invoice. */

export async function payerSession(turn: Turn, invoice: string): Promise<string> {
  const link = await staff<{ url: string }>(turn, `invoices/${invoice}/pay-link/`, {})
  const token = new URL(link.body.url).searchParams.get('token')
  const path = '/api/pay-link/'
  return (await callUntilAnswered<{ token: string }>(turn.origin, { method: 'POST', path, body: { token } }))
    .body.token
}

interface Card {
  readonly amount: string
  readonly number?: string
  readonly store_method?: boolean
  readonly enable_auto_payments?: boolean
}

export const card = (more: Card) => ({
  name_on_card: 'Pat Payer',
  number: '4242424242424242',
  expiration_month: '12',
  expiration_year: String(new Date().getUTCFullYear() + 3),
  cvc: '123',
  ...more,
})

interface Call {
  readonly path: string
  readonly form: object
  readonly session: string
  /** Of the portal; a pay link is opened anywhere. */
  readonly host?: string
  /** A day may have passed since it was begun: then it was let go. */
  readonly mayHaveEnded?: true
}

/** Asks until it stands what became of a payment, and keeps in mind what was said of it. */
export async function ask(turn: Turn, invoice: string, call: Call): Promise<Answer<Body>> {
  const { path, form, session, host } = call
  const requestId = `torture-${randomUUID()}`
  const answer = await callUntilAnswered<Body>(
    turn.origin,
    {
      method: 'POST',
      path: `/api/invoices/${invoice}/${path}`,
      body: { ...form, request_id: requestId },
      token: session,
      ...(host !== undefined && { host }),
    },
    turn.inProgressMs,
  )
  if (isInProgress(answer)) turn.facts.push({ kind: 'attempt', requestId })
  else if (answer.status === 402 && call.mayHaveEnded) return answer
  // It came to nothing, so nothing may have been charged for it.
  else if (answer.status === 402 && turn.daysGoBy) turn.facts.push({ kind: 'attempt', requestId })
  else if (answer.status >= 300) throw unexpected('pay', answer)
  // An order isn't a payment yet: its id is PayPal's.
  else if (answer.body.status !== undefined)
    turn.facts.push({ kind: 'payment', id: answer.body.id, requestId, status: answer.body.status })
  return answer
}

export async function pay(turn: Turn, invoice: string, option: string, form: object): Promise<Body> {
  const session = await payerSession(turn, invoice)
  return (await ask(turn, invoice, { path: `payment-options/${option}/`, form, session })).body
}

const payByCard = (turn: Turn, invoice: string) =>
  pay(turn, invoice, 'sandbox-card', card({ amount: AMOUNT }))

async function payInTwo(turn: Turn, invoice: string): Promise<void> {
  await Promise.all([
    pay(turn, invoice, 'sandbox-card', card({ amount: '40.00' })),
    pay(turn, invoice, 'sandbox-card', card({ amount: '60.00' })),
  ])
}

/** The processor's answer to an amount that ends in .13 is lost. */
const payLostAnswer = (turn: Turn, invoice: string) =>
  pay(turn, invoice, 'sandbox-card', card({ amount: '50.13' }))

const payByECheck = (turn: Turn, invoice: string) =>
  pay(turn, invoice, 'sandbox-e-check', {
    amount: AMOUNT,
    account_holder: 'Pat Payer',
    routing_number: '110000000',
    account_number: ['000123456789', '000111111113', '000222222227'][turn.number % 3],
    account_type: 'checking',
  })

/** A part with a card that is kept, the rest with the kept one, which a code from the mail allows. */
async function payByStoredMethod(turn: Turn, invoice: string): Promise<void> {
  const first = await pay(turn, invoice, 'sandbox-card', card({ amount: '40.00', store_method: true }))
  if (first.status !== 'confirmed') return
  const session = await payerSession(turn, invoice)
  if (!(await unlock(turn, session))) return
  const path = `/api/invoices/${invoice}/payment-options/`
  const options = await callUntilAnswered<{ data?: { method: string } }[]>(turn.origin, {
    method: 'GET',
    path,
    token: session,
  })
  const stored = options.body.find(({ data }) => data)?.data?.method
  if (stored === undefined) throw unexpected('no stored method', options)
  const form = { amount: '60.00' }
  await ask(turn, invoice, { path: `payment-options/stored-${stored}/`, form, session })
}

/** False when the code came too late, or was one for another link of the same customer. */
async function unlock({ origin, ...turn }: Turn, session: string): Promise<boolean> {
  const to = customerEmail(customerNumber({ origin, ...turn }))
  const before = await readMessages(origin, to)
  const post = (path: string, body: object) =>
    callUntilAnswered(origin, { method: 'POST', path, body, token: session })
  await post('/api/pay-link/code/', {})
  const message = await newMessage(origin, to, before, ({ subject }) => subject.endsWith('is your code'))
  const code = message.subject.split(' ')[0]
  return (await post('/api/pay-link/unlock/', { code })).status < 300
}

/** An order, which the payer approves at PayPal and the product then captures. */
async function payByOrder(turn: Turn, invoice: string): Promise<void> {
  const session = await payerSession(turn, invoice)
  const form = { amount: AMOUNT }
  const order = await ask(turn, invoice, { path: 'create-paypal-order/', form, session })
  if (order.status >= 300) return
  const at = `/api/sandbox/${turn.company.accountId}/orders/${order.body.id}`
  const approved = await callUntilAnswered(turn.origin, { method: 'POST', path: `${at}/approve/`, body: {} })
  if (approved.status === 409) return
  if (approved.status >= 300) throw unexpected('approve', approved)
  await ask(turn, invoice, {
    path: 'capture-paypal-order/',
    form: { order_id: order.body.id },
    session,
    mayHaveEnded: true,
  })
}

/** Tries a card that pays nothing, so that nothing is told as paid. */
const tryCard =
  (number: string): Story =>
  async (turn, invoice) => {
    const token = await payerSession(turn, invoice)
    const path = `/api/invoices/${invoice}/payment-options/sandbox-card/`
    const body = { ...card({ amount: AMOUNT }), number, request_id: `torture-${randomUUID()}` }
    await callUntilAnswered(turn.origin, { method: 'POST', path, body, token })
  }

/** The bank asks, and the payer approves. */
async function payApproved(turn: Turn, invoice: string): Promise<void> {
  const session = await payerSession(turn, invoice)
  const form = card({ amount: AMOUNT, number: '4000000000003220' })
  const { body } = await ask(turn, invoice, { path: 'payment-options/sandbox-card/', form, session })
  if (body.status !== 'input') return
  const path = `/api/invoices/${invoice}/payments/${body.id}/challenge/`
  const approve = { method: 'POST', path, body: { answer: 'approve' }, token: session } as const
  const answered = await callUntilAnswered<Body>(turn.origin, approve, turn.inProgressMs)
  const letGo = answered.status === 409 || (answered.status === 402 && turn.daysGoBy)
  if (answered.status >= 300 && !letGo) throw unexpected('challenge', answered)
  // Asked again, it was answered already, or let go meanwhile.
  const read = {
    method: 'GET',
    path: `/api/invoices/${invoice}/payments/${body.id}/`,
    token: session,
  } as const
  const stands = answered.status < 300 ? answered : await callUntilAnswered<Body>(turn.origin, read)
  if (stands.body.status === 'confirmed') turn.facts.push({ kind: 'taken', id: body.id })
}

export const PAYING = {
  payApproved,
  payByCard,
  payInTwo,
  payLostAnswer,
  payByECheck,
  payByStoredMethod,
  payByOrder,
  payDeclined: tryCard('4000000000000002'),
  /** The bank asks, and nobody answers. */
  payChallenged: tryCard('4000000000003220'),
} satisfies Record<string, Story>
