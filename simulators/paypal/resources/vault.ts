import { businessOf, type Call, type Route } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

export const vaultRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v3/vault/payment-tokens',
    handle(call) {
      const wanted = call.query.get('customer_id')
      if (wanted === null) throw new PayPalError(400, 'MISSING_REQUIRED_PARAMETER')
      const found = [...vaultOf(call).values()].filter(({ customerId }) => customerId === wanted)
      return {
        status: 200,
        body: {
          customer: { id: wanted },
          payment_tokens: found.map(({ id, customerId }) => ({
            id,
            customer: { id: customerId },
            payment_source: { paypal: { email_address: 'payer@example.com' } },
          })),
        },
      }
    },
  },
  {
    method: 'DELETE',
    path: '/v3/vault/payment-tokens/:id',
    handle(call) {
      if (!vaultOf(call).delete(call.ids[0]!)) throw new PayPalError(404, 'TOKEN_NOT_FOUND')
      return { status: 204, body: null }
    },
  },
]

function vaultOf(call: Call) {
  const business = businessOf(call)
  if (!business.features.vault) throw new PayPalError(403, 'NOT_AUTHORIZED')
  return business.tokens
}
