import type Stripe from 'stripe'
import { type PaymentProcessor, type StoredMethod, succeeded } from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { readToken } from './payment-facts.ts'

const PAGE = 100

/** Lists the cards of a Stripe customer, and forgets one. */
export const storedMethods = (
  client: Stripe,
): Required<Pick<PaymentProcessor, 'listMethods' | 'removeMethod'>> => ({
  async listMethods(connection, customerRef) {
    const listed = await callStripe('read', () =>
      client.paymentMethods.list({ customer: customerRef, type: 'card', limit: PAGE }, inNameOf(connection)),
    )
    return listed.ok ? succeeded(listed.value.data.map((one) => methodOf(customerRef, one))) : listed
  },
  async removeMethod(connection, token) {
    const detached = await callStripe('write', () =>
      client.paymentMethods.detach(readToken(token).method, undefined, inNameOf(connection)),
    )
    // Detached before, or its customer was deleted at Stripe: it is gone, as was asked.
    if (!detached.ok && detached.error.kind !== 'not_found') return detached
    return succeeded(undefined)
  },
})

const methodOf = (customer: string, { id, card }: Stripe.PaymentMethod): StoredMethod => ({
  token: `${customer}/${id}`,
  type: 'credit_card',
  brand: card?.brand ?? '',
  last4: card?.last4 ?? '',
  expirationYear: card?.exp_year ?? null,
  expirationMonth: card?.exp_month ?? null,
})
