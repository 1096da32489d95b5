import type { Business } from '../state/business.ts'
import type { Dispute } from '../state/wire-types.ts'
import { businessOf, type Call, type Route } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

/** Disputes of a business, for keys that may read them. */
export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/customer/disputes',
    handle(call) {
      const wanted = call.query.get('disputed_transaction_id')
      const found = [...readable(call).disputes.values()]
        .filter((one) => one.disputed_transactions.some(({ seller_transaction_id: id }) => id === wanted))
        .toReversed()
        .slice(0, Number(call.query.get('page_size') ?? 10))
      return { status: 200, body: found.length > 0 ? { items: found.map(summaryOf) } : {} }
    },
  },
  {
    method: 'GET',
    path: '/v1/customer/disputes/:id',
    handle(call) {
      const found = readable(call).disputes.get(call.ids[0]!)
      if (!found) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
      return { status: 200, body: found }
    },
  },
]

function readable(call: Call): Business {
  const business = businessOf(call)
  if (!call.byPartner && !business.features.disputes) throw new PayPalError(403, 'NOT_AUTHORIZED')
  return business
}

const summaryOf = ({ disputed_transactions: _, dispute_outcome: __, ...summary }: Dispute): object => summary
