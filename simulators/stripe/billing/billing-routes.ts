import { newId } from '../state/ids.ts'
import { listPage } from '../wire/answer-shapes.ts'
import type { Call, Route } from '../wire/call.ts'
import { Parameters, readMetadata } from '../wire/parameters.ts'
import { invalidRequest } from '../wire/stripe-error.ts'
import type { CheckoutSession, Price, Subscription } from './billing-types.ts'
import { buildInvoice } from './build-invoice.ts'
import { createPrice, createProduct, listPrices, listProducts } from './catalogue.ts'
import { bill, checkCard, itemOf, linesOfChange, settle } from './lifecycle.ts'

const LEAST_TRIAL_S = 2 * 86_400

function firstOf(params: Parameters, list: string): Parameters {
  const [first] = (params.values[list] ?? []) as (typeof params.values)[]
  if (first === undefined) throw invalidRequest(`Missing required param: ${list}.`, { param: list })
  return new Parameters(first)
}

function createCheckout({ world, state, params }: Call): object {
  const wanted = params.nested('subscription_data')
  const trialEnd = wanted.integer('trial_end') ?? null
  if (params.text('mode') !== 'subscription')
    throw invalidRequest('Only the mode subscription is simulated.', { param: 'mode' })
  if (trialEnd !== null && trialEnd < world.now + LEAST_TRIAL_S)
    throw invalidRequest('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    })
  const id = newId('cs')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    client_reference_id: params.text('client_reference_id') ?? null,
    created: world.now,
    customer: state.get('cus', params.requireText('customer'), 'customer').id,
    livemode: false,
    metadata: readMetadata(params),
    mode: 'subscription',
    price: state.get('price', firstOf(params, 'line_items').requireText('price'), 'price').id,
    trialEnd,
    subscriptionMetadata: readMetadata(wanted),
    success_url: params.requireText('success_url'),
    cancel_url: params.requireText('cancel_url'),
    status: 'open',
    subscription: null,
    url: `${world.origin}/checkout/${id}`,
  }
  return state.add('cs', session)
}

function listCheckouts(call: Call): object {
  const [customer, status] = [call.params.text('customer'), call.params.text('status')]
  const all = call.state
    .all('cs')
    .filter(
      (one) =>
        (customer === undefined || one.customer === customer) &&
        (status === undefined || one.status === status),
    )
  return listPage(call, '/v1/checkout/sessions', all, ['customer', 'status'])
}

function expireCheckout({ world, state, id }: Call): object {
  const session = state.get('cs', id, 'session')
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status of open can be expired. This one is ${session.status}.`,
    )
  session.status = 'expired'
  world.emit(state, 'checkout.session.expired', session)
  return session
}

function createPortal({ world, state, params }: Call): object {
  params.allow('customer', 'return_url')
  const id = newId('bps')
  return state.add('bps', {
    id,
    object: 'billing_portal.session',
    created: world.now,
    customer: state.get('cus', params.requireText('customer'), 'customer').id,
    livemode: false,
    return_url: params.requireText('return_url'),
    url: `${world.origin}/billing-portal/${id}`,
  })
}

function listSubscriptions(call: Call): object {
  const customer = call.params.text('customer')
  const ended = call.params.text('status') === 'all'
  const all = call.state
    .all('sub')
    .filter(
      (one) => (customer === undefined || one.customer === customer) && (ended || one.status !== 'canceled'),
    )
  return listPage(call, '/v1/subscriptions', all, ['customer', 'status'])
}

function updateSubscription(call: Call): object {
  const { world, state, params, id } = call
  params.allow('items', 'cancel_at_period_end', 'proration_behavior', 'proration_date', 'payment_behavior')
  const subscription = state.get('sub', id, 'id')
  if (subscription.status === 'canceled')
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  if (params.has('cancel_at_period_end')) setEnding(call, subscription)
  if (params.has('items')) changePrice(call, subscription, readPrice(call, params))
  world.emit(state, 'customer.subscription.updated', subscription)
  return subscription
}

function setEnding({ world, params }: Call, subscription: Subscription): void {
  const ends = params.flag('cancel_at_period_end')
  subscription.cancel_at_period_end = ends
  subscription.cancel_at = ends ? itemOf(subscription).current_period_end : null
  subscription.canceled_at = ends ? world.now : null
}

const readPrice = ({ state }: Call, params: Parameters): Price =>
  state.get('price', firstOf(params, 'items').requireText('price'), 'items[0][price]')

function changePrice(call: Call, subscription: Subscription, price: Price): void {
  const { world, params } = call
  const lines = linesOfChange(subscription, price, params.integer('proration_date') ?? world.now)
  const isBilled =
    subscription.status !== 'trialing' && params.text('proration_behavior') === 'always_invoice'
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (isBilled && total > 0 && params.text('payment_behavior') === 'error_if_incomplete')
    checkCard(call, subscription)
  itemOf(subscription).price = price
  if (isBilled) bill(call, subscription, lines)
}

function previewInvoice(call: Call): object {
  const { world, state, params } = call
  const subscription = state.get('sub', params.requireText('subscription'), 'subscription')
  const details = params.nested('subscription_details')
  const lines = linesOfChange(
    subscription,
    readPrice(call, details),
    details.integer('proration_date') ?? world.now,
  )
  const credit = -(state.get('cus', subscription.customer, 'customer').balance as number)
  return buildInvoice(world, subscription, { lines, credit, number: 0 })
}

function payInvoice(call: Call): object {
  const { state, id } = call
  const invoice = state.get('in', id, 'invoice')
  if (invoice.status === 'paid')
    throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  const subscription = state.get('sub', invoice.parent.subscription_details.subscription)
  checkCard(call, subscription)
  settle(call, subscription, invoice)
  return invoice
}

function listInvoices(call: Call): object {
  const customer = call.params.text('customer')
  const all = call.state.all('in').filter((one) => customer === undefined || one.customer === customer)
  return listPage(call, '/v1/invoices', all, ['customer'])
}

/** The calls of Stripe Billing. */
export const billingRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/products', handle: createProduct },
  { method: 'GET', path: '/v1/products', handle: listProducts },
  { method: 'POST', path: '/v1/prices', handle: createPrice },
  { method: 'GET', path: '/v1/prices', handle: listPrices },
  { method: 'GET', path: '/v1/prices/:id', handle: ({ state, id }) => state.get('price', id, 'price') },
  { method: 'POST', path: '/v1/checkout/sessions', handle: createCheckout },
  { method: 'GET', path: '/v1/checkout/sessions', handle: listCheckouts },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    handle: ({ state, id }) => state.get('cs', id, 'session'),
  },
  { method: 'POST', path: '/v1/checkout/sessions/:id/expire', handle: expireCheckout },
  { method: 'POST', path: '/v1/billing_portal/sessions', handle: createPortal },
  { method: 'GET', path: '/v1/subscriptions', handle: listSubscriptions },
  { method: 'GET', path: '/v1/subscriptions/:id', handle: ({ state, id }) => state.get('sub', id, 'id') },
  { method: 'POST', path: '/v1/subscriptions/:id', handle: updateSubscription },
  { method: 'GET', path: '/v1/invoices', handle: listInvoices },
  { method: 'POST', path: '/v1/invoices/create_preview', handle: previewInvoice },
  { method: 'POST', path: '/v1/invoices/:id/pay', handle: payInvoice },
]
