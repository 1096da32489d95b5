import { z } from 'zod'
import { type PaymentProcessor, succeeded } from '../port.ts'
import type { PayPalClient } from './client.ts'

const tokenList = z.object({ payment_tokens: z.array(z.object({ id: z.string() })).default([]) })

/** Lists the accounts that PayPal stored for a customer, and forgets one. */
export const storedMethods = (
  client: PayPalClient,
): Required<Pick<PaymentProcessor, 'listMethods' | 'removeMethod'>> => ({
  async listMethods(connection, customerRef) {
    const query = new URLSearchParams({ customer_id: customerRef })
    const listed = await client.call(connection, {
      method: 'GET',
      path: `/v3/vault/payment-tokens?${query}`,
      kind: 'read',
      shape: tokenList,
    })
    if (!listed.ok) return listed
    return succeeded(
      listed.value.payment_tokens.map(({ id }) => ({
        token: id,
        type: 'paypal',
        brand: 'PayPal',
        last4: '',
        expirationYear: null,
        expirationMonth: null,
      })),
    )
  },
  async removeMethod(connection, token) {
    const removed = await client.call(connection, {
      method: 'DELETE',
      path: `/v3/vault/payment-tokens/${encodeURIComponent(token)}`,
      kind: 'write',
      shape: z.unknown(),
    })
    // Removed before, here or by the payer at PayPal: it is gone, as was asked.
    return removed.ok || removed.error.kind === 'not_found' ? succeeded(undefined) : removed
  },
})
