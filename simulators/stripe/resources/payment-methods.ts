import { createPaymentMethod, resolvePaymentMethod } from '../rules/create-payment-method.ts'
import { listPage } from '../wire/answer-shapes.ts'
import type { Call, Route } from '../wire/call.ts'
import { invalidRequest, StripeError } from '../wire/stripe-error.ts'

function attach({ world, state, params, id }: Call): object {
  params.allow('customer')
  const customer = state.get('cus', params.requireText('customer'), 'customer')
  const method = resolvePaymentMethod(world, state, id, 'payment_method')
  const instrument = state.instruments.get(method.id)!
  if (method.customer !== null && method.customer !== customer.id)
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  if (instrument.used && method.customer === null)
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { code: 'payment_method_unexpected_state' },
    )
  if (instrument.decline && !instrument.canAttach)
    throw new StripeError(402, { ...instrument.decline, type: 'card_error' })
  if (method.type === 'us_bank_account' && !instrument.verified)
    throw invalidRequest(
      'US bank account PaymentMethods must be verified before they can be attached to a customer. Use a SetupIntent.',
      { param: 'payment_method' },
    )
  method.customer = customer.id
  world.emit(state, 'payment_method.attached', method)
  return method
}

function detach({ world, state, id }: Call): object {
  const method = state.get('pm', id, 'payment_method')
  if (method.customer === null)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        code: 'payment_method_unexpected_state',
      },
    )
  method.customer = null
  state.instruments.get(id)!.used = true
  world.emit(state, 'payment_method.detached', method)
  return method
}

function listOf(call: Call, customer: string | undefined, url: string): object {
  const type = call.params.text('type')
  if (customer !== undefined) call.state.get('cus', customer, 'customer')
  // Stripe lists only methods of a customer.
  const all = call.state
    .all('pm')
    .filter((method) => method.customer === (customer ?? '') && (type === undefined || method.type === type))
  return listPage(call, url, all, ['customer', 'type'])
}

export const paymentMethodRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    browser: true,
    handle: (call) => createPaymentMethod(call, call.params),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    handle: (call) => listOf(call, call.params.text('customer'), '/v1/payment_methods'),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: ({ state, id }) => state.get('pm', id, 'payment_method'),
  },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', handle: attach },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', handle: detach },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    handle: (call) => listOf(call, call.id, `/v1/customers/${call.id}/payment_methods`),
  },
]
