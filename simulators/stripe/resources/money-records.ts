import { listPage } from '../wire/answer-shapes.ts'
import type { Call, Route } from '../wire/call.ts'

function listCharges(call: Call): object {
  const [intent, customer] = [call.params.text('payment_intent'), call.params.text('customer')]
  const all = call.state
    .all('ch')
    .filter(
      (charge) =>
        (intent === undefined || charge.payment_intent === intent) &&
        (customer === undefined || charge.customer === customer),
    )
  return listPage(call, '/v1/charges', all, ['customer', 'payment_intent'])
}

function listDisputes(call: Call): object {
  const [intent, charge] = [call.params.text('payment_intent'), call.params.text('charge')]
  const all = call.state
    .all('du')
    .filter(
      (dispute) =>
        (intent === undefined || dispute.payment_intent === intent) &&
        (charge === undefined || dispute.charge === charge),
    )
  return listPage(call, '/v1/disputes', all, ['charge', 'payment_intent'])
}

function listBalanceTransactions(call: Call): object {
  const { state, params } = call
  const [payout, type, source] = ['payout', 'type', 'source'].map((name) => params.text(name))
  if (payout !== undefined) state.get('po', payout, 'payout')
  const all = state
    .all('txn')
    .filter(
      (one) =>
        (payout === undefined || state.payoutOfTransaction.get(one.id) === payout) &&
        (type === undefined || one.type === type) &&
        (source === undefined || one.source === source),
    )
  return listPage(call, '/v1/balance_transactions', all, ['payout', 'source', 'type'])
}

function listPayouts(call: Call): object {
  const status = call.params.text('status')
  const all = call.state.all('po').filter((payout) => status === undefined || payout.status === status)
  return listPage(call, '/v1/payouts', all, ['status'])
}

/** Records that only the simulator itself creates. */
export const moneyRecordRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/charges', handle: listCharges },
  { method: 'GET', path: '/v1/charges/:id', handle: ({ state, id }) => state.get('ch', id, 'charge') },
  { method: 'GET', path: '/v1/disputes', handle: listDisputes },
  { method: 'GET', path: '/v1/disputes/:id', handle: ({ state, id }) => state.get('du', id, 'dispute') },
  { method: 'GET', path: '/v1/balance_transactions', handle: listBalanceTransactions },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    handle: ({ state, id }) => state.get('txn', id, 'id'),
  },
  { method: 'GET', path: '/v1/payouts', handle: listPayouts },
  { method: 'GET', path: '/v1/payouts/:id', handle: ({ state, id }) => state.get('po', id, 'payout') },
  { method: 'GET', path: '/v1/mandates/:id', handle: ({ state, id }) => state.get('mandate', id, 'mandate') },
  {
    method: 'GET',
    path: '/v1/events',
    handle: (call) => listPage(call, '/v1/events', call.state.all('evt')),
  },
  { method: 'GET', path: '/v1/events/:id', handle: ({ state, id }) => state.get('evt', id, 'id') },
]
