import { randomUUID } from 'node:crypto'
import { callUntilAnswered, isInProgress, type Reply } from './call-api.ts'
import { customerEmail, readMessages, waitForMessage } from './open-company.ts'
import {
  AMOUNT,
  type Body,
  callAsStaff,
  customerNumber,
  type Scenario,
  type ScenarioContext,
  unexpectedReply,
} from './staff-calls.ts'

/* Payments by the pay link of an invoice. */

export async function payerSession(context: ScenarioContext, invoice: string): Promise<string> {
  const link = await callAsStaff<{ url: string }>(context, `invoices/${invoice}/pay-link/`, {})
  const token = new URL(link.body.url).searchParams.get('token')
  const path = '/api/pay-link/'
  return (
    await callUntilAnswered<{ token: string }>(context.origin, { method: 'POST', path, body: { token } })
  ).body.token
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
  /** Puts the form into the body of a payment for several invoices. */
  readonly around?: (form: object) => object
  /** Host of the portal. A pay link works on any host. */
  readonly host?: string
  /** True when the payment may have been canceled since, because a day may have passed. */
  readonly mayBeCanceled?: true
}

/**
 * Requests a payment until its outcome is final, and records the outcome as a fact. The path is below the invoice's; null for a
 * whole path.
 */
export async function requestPayment(
  context: ScenarioContext,
  invoice: string | null,
  call: Call,
): Promise<Reply<Body> & { readonly requestId: string }> {
  const { path, form, session, host, around = (one: object) => one } = call
  const requestId = `crash-${randomUUID()}`
  const reply = await callUntilAnswered<Body>(
    context.origin,
    {
      method: 'POST',
      path: invoice === null ? path : `/api/invoices/${invoice}/${path}`,
      body: around({ ...form, request_id: requestId }),
      token: session,
      ...(host !== undefined && { host }),
    },
    context.inProgressMs,
  )
  if (isInProgress(reply)) context.facts.push({ kind: 'attempt', requestId })
  else if (reply.status === 402 && call.mayBeCanceled) return { ...reply, requestId }
  // The payment was canceled, so there may be no charge for it.
  else if (reply.status === 402 && context.clockAdvances) context.facts.push({ kind: 'attempt', requestId })
  else if (reply.status >= 300) throw unexpectedReply('pay', reply)
  // An order is not a payment yet and has PayPal's id.
  else if (reply.body.status !== undefined)
    context.facts.push({ kind: 'payment', id: reply.body.id, requestId, status: reply.body.status })
  return { ...reply, requestId }
}

async function payByOption(
  context: ScenarioContext,
  invoice: string,
  option: string,
  form: object,
): Promise<Body> {
  const session = await payerSession(context, invoice)
  return (await requestPayment(context, invoice, { path: `payment-options/${option}/`, form, session })).body
}

const payByCard = (context: ScenarioContext, invoice: string) =>
  payByOption(context, invoice, 'sandbox-card', card({ amount: AMOUNT }))

async function payInTwo(context: ScenarioContext, invoice: string): Promise<void> {
  await Promise.all([
    payByOption(context, invoice, 'sandbox-card', card({ amount: '40.00' })),
    payByOption(context, invoice, 'sandbox-card', card({ amount: '60.00' })),
  ])
}

/** The sandbox loses its response to an amount that ends in .13. */
const payWithLostResponse = (context: ScenarioContext, invoice: string) =>
  payByOption(context, invoice, 'sandbox-card', card({ amount: '50.13' }))

const payByECheck = (context: ScenarioContext, invoice: string) =>
  payByOption(context, invoice, 'sandbox-e-check', {
    amount: AMOUNT,
    account_holder: 'Pat Payer',
    routing_number: '110000000',
    account_number: ['000123456789', '000111111113', '000222222227'][context.number % 3],
    account_type: 'checking',
  })

/**
 * Pays a part by a new card and stores it, then pays the rest by the stored card, which an emailed code
 * unlocks.
 */
async function payByStoredMethod(context: ScenarioContext, invoice: string): Promise<void> {
  const first = await payByOption(
    context,
    invoice,
    'sandbox-card',
    card({ amount: '40.00', store_method: true }),
  )
  if (first.status !== 'confirmed') return
  const session = await payerSession(context, invoice)
  if (!(await unlockPayLink(context, session))) return
  const path = `/api/invoices/${invoice}/payment-options/`
  const options = await callUntilAnswered<{ data?: { method: string } }[]>(context.origin, {
    method: 'GET',
    path,
    token: session,
  })
  const stored = options.body.find(({ data }) => data)?.data?.method
  if (stored === undefined) throw unexpectedReply('no stored method', options)
  const form = { amount: '60.00' }
  await requestPayment(context, invoice, { path: `payment-options/stored-${stored}/`, form, session })
}

/** Returns false when the code has expired or belongs to another link of the same customer. */
async function unlockPayLink({ origin, ...context }: ScenarioContext, session: string): Promise<boolean> {
  const to = customerEmail(customerNumber({ origin, ...context }))
  const before = await readMessages(origin, to)
  const post = (path: string, body: object) =>
    callUntilAnswered(origin, { method: 'POST', path, body, token: session })
  await post('/api/pay-link/code/', {})
  const message = await waitForMessage(origin, to, before, ({ subject }) => subject.endsWith('is your code'))
  const code = message.subject.split(' ')[0]
  return (await post('/api/pay-link/unlock/', { code })).status < 300
}

/** Creates an order, approves it at PayPal and captures it. */
async function payByOrder(context: ScenarioContext, invoice: string): Promise<void> {
  const session = await payerSession(context, invoice)
  const form = { amount: AMOUNT }
  const order = await requestPayment(context, invoice, { path: 'create-paypal-order/', form, session })
  if (order.status >= 300) return
  const at = `/api/sandbox/${context.company.accountId}/orders/${order.body.id}`
  const approved = await callUntilAnswered(context.origin, {
    method: 'POST',
    path: `${at}/approve/`,
    body: {},
  })
  if (approved.status === 409) return
  if (approved.status >= 300) throw unexpectedReply('approve', approved)
  await requestPayment(context, invoice, {
    path: 'capture-paypal-order/',
    form: { order_id: order.body.id },
    session,
    mayBeCanceled: true,
  })
}

/** Tries a card that doesn't pay, and records no fact. */
const tryCard =
  (number: string): Scenario =>
  async (context, invoice) => {
    const token = await payerSession(context, invoice)
    const path = `/api/invoices/${invoice}/payment-options/sandbox-card/`
    const body = { ...card({ amount: AMOUNT }), number, request_id: `crash-${randomUUID()}` }
    await callUntilAnswered(context.origin, { method: 'POST', path, body, token })
  }

/** Pays by a card whose bank requests an approval, and approves. */
async function payWithApproval(context: ScenarioContext, invoice: string): Promise<void> {
  const session = await payerSession(context, invoice)
  const form = card({ amount: AMOUNT, number: '4000000000003220' })
  const { body } = await requestPayment(context, invoice, {
    path: 'payment-options/sandbox-card/',
    form,
    session,
  })
  if (body.status !== 'input') return
  const path = `/api/invoices/${invoice}/payments/${body.id}/challenge/`
  const approve = { method: 'POST', path, body: { answer: 'approve' }, token: session } as const
  const response = await callUntilAnswered<Body>(context.origin, approve, context.inProgressMs)
  const canceled = response.status === 409 || (response.status === 402 && context.clockAdvances)
  if (response.status >= 300 && !canceled) throw unexpectedReply('challenge', response)
  // The challenge was answered before, or the payment was canceled meanwhile.
  const read = {
    method: 'GET',
    path: `/api/invoices/${invoice}/payments/${body.id}/`,
    token: session,
  } as const
  const final = response.status < 300 ? response : await callUntilAnswered<Body>(context.origin, read)
  if (final.body.status === 'confirmed') context.facts.push({ kind: 'captured', id: body.id })
}

export const PAYMENT_SCENARIOS = {
  payWithApproval,
  payByCard,
  payInTwo,
  payWithLostResponse,
  payByECheck,
  payByStoredMethod,
  payByOrder,
  payDeclined: tryCard('4000000000000002'),
  /** The bank requests an approval, and nobody answers. */
  payChallenged: tryCard('4000000000003220'),
} satisfies Record<string, Scenario>
