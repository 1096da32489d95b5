import { escapeHtml } from '../../pages/escape-html.ts'
import { htmlPage, type PageReply } from '../connect/html.ts'
import { createPaymentMethod } from '../rules/create-payment-method.ts'
import type { World } from '../state/world.ts'
import { Parameters } from '../wire/parameters.ts'
import { StripeError } from '../wire/stripe-error.ts'
import { beginSubscription } from './lifecycle.ts'

/**
 * Answers Checkout, the customer portal and an invoice's page of the platform's own customers. `form` is null until it is
 * sent. Returns null for any other path.
 */
export function answerBillingPage(
  world: World,
  path: string,
  form: URLSearchParams | null,
): PageReply | null {
  const [, page, id = ''] = /^\/(checkout|billing-portal|hosted-invoice)\/(\w+)$/.exec(path) ?? []
  if (page === undefined) return null
  const { platform: state } = world
  if (page === 'hosted-invoice') {
    const invoice = state.find('in', id)
    if (invoice === undefined) return gone
    const text = `<p>${escapeHtml(String(invoice.number))}: ${invoice.total} cents, ${invoice.status}.</p>`
    return { status: 200, html: htmlPage('Invoice', text) }
  }
  const session = page === 'checkout' ? state.find('cs', id) : state.find('bps', id)
  if (session === undefined) return gone
  const title = page === 'checkout' ? 'Subscribe' : 'Change your card'
  if (form === null) return { status: 200, html: cardPage(title, path, '') }
  try {
    const method = addCard(world, session.customer, form.get('number') ?? '')
    if (session.object === 'billing_portal.session') {
      replaceCard(world, session.customer, method)
      return { status: 302, location: session.return_url }
    }
    if (session.status === 'open') {
      session.subscription = beginSubscription({ world, state }, session, method).id
      session.status = 'complete'
      const { price: _price, trialEnd: _trial, subscriptionMetadata: _metadata, ...shown } = session
      world.emit(state, 'checkout.session.completed', shown)
    }
    return { status: 302, location: session.success_url }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { status: 200, html: cardPage(title, path, error.message) }
  }
}

const gone: PageReply = { status: 404, html: htmlPage('This page has expired', '<p>Ask for a new one.</p>') }

function addCard(world: World, customer: string, number: string): string {
  const { platform: state } = world
  const card = { number, exp_month: '12', exp_year: String(new Date(world.nowMs).getUTCFullYear() + 3) }
  const call = { world, state, id: '', publishable: true, params: new Parameters({ type: 'card', card }) }
  const method = createPaymentMethod(call, call.params)
  const instrument = state.instruments.get(method.id)
  if (instrument?.decline && !instrument.canAttach)
    throw new StripeError(402, { ...instrument.decline, type: 'card_error' })
  method.customer = customer
  world.emit(state, 'payment_method.attached', method)
  return method.id
}

/** Makes a card the one that is charged: for the customer and its subscriptions. */
function replaceCard(world: World, customerId: string, method: string): void {
  const { platform: state } = world
  const customer = state.get('cus', customerId, 'customer')
  customer.invoice_settings = { ...(customer.invoice_settings as object), default_payment_method: method }
  for (const subscription of state.all('sub'))
    if (subscription.customer === customerId) subscription.default_payment_method = method
  world.emit(state, 'customer.updated', customer)
}

const cardPage = (title: string, path: string, problem: string): string =>
  htmlPage(
    title,
    `${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${escapeHtml(path)}"><label>Card number<input name="number" inputmode="numeric" required></label>
<p><button class="main">${escapeHtml(title)}</button></p></form>`,
  )
