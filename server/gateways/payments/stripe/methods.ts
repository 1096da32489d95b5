import type Stripe from 'stripe'
import { type PaymentProcessor, succeeded } from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'
import { factsOfMethod } from './method-facts.ts'
import { readToken } from './payment-facts.ts'

const PAGE = 100

/** Lists the methods of a Stripe customer, and forgets one. */
export const storedMethods = (
  client: Stripe,
): Required<Pick<PaymentProcessor, 'listMethods' | 'removeMethod'>> => ({
  async listMethods(connection, customerRef) {
    const listed = await callStripe('read', () =>
      client.paymentMethods.list({ customer: customerRef, limit: PAGE }, inNameOf(connection)),
    )
    if (!listed.ok) return listed
    return succeeded(
      listed.value.data.flatMap((one) => {
        const facts = factsOfMethod(one)
        return facts ? [{ ...facts, token: `${customerRef}/${one.id}` }] : []
      }),
    )
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
