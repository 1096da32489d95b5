import {
  type Instrument,
  newId,
  type PaymentsWorld,
  refundedCents,
  type Stored,
  show,
  showRefund,
  showStored,
  type Transaction,
} from './world.ts'

export interface Reply {
  readonly status: number
  readonly json: object
}

interface Body {
  readonly amount: string
  readonly currency: string
  readonly token?: string
  readonly cardOnFile?: string
  readonly bankAccountOnFile?: string
  readonly description?: string
  readonly value: string
}

export interface ApiCall {
  readonly world: PaymentsWorld
  readonly realmId: string
  readonly ids: readonly string[]
  readonly requestId: string
  /** Checked by its shape before. */
  readonly body: Body
}

const ok = (json: object, status = 200): Reply => ({ status, json })
export const refused = (status: number, code: string, type: string, message: string): Reply => ({
  status,
  json: { errors: [{ code, type, message, detail: message, infoLink: 'https://developer.intuit.com' }] },
})
const notFound = refused(404, 'PMT-4001', 'invalid_request', 'Object not found.')
const invalid = (message: string) => refused(400, 'PMT-4000', 'invalid_request', message)

/** Calls with a company's token, by method and path. */
export const ROUTES: Readonly<Record<string, (call: ApiCall) => Reply>> = {
  'POST payments/charges': (call) => charge(call),
  'GET payments/charges/:id': (call) => withOne(call, 'charge', (one) => ok(show(one))),
  'POST payments/charges/:id/refunds': (call) => withOne(call, 'charge', (one) => refund(call, one)),
  'POST payments/echecks': (call) => debit(call),
  'GET payments/echecks/:id': (call) => withOne(call, 'echeck', (one) => ok(show(one))),
  'POST payments/echecks/:id/refunds': (call) => withOne(call, 'echeck', (one) => refund(call, one)),
  'POST payments/txn-requests/:id/void': voidRequest,
  'GET customers/:id/cards': (call) => ok(list(call, 'card')),
  'GET customers/:id/bank-accounts': (call) => ok(list(call, 'bank')),
  'POST customers/:id/cards/createFromToken': (call) => store(call, 'card'),
  'POST customers/:id/bank-accounts/createFromToken': (call) => store(call, 'bank'),
  'DELETE customers/:id/cards/:id': remove,
  'DELETE customers/:id/bank-accounts/:id': remove,
}

function withOne(
  { world, realmId, ids }: ApiCall,
  kind: Transaction['kind'],
  work: (one: Transaction) => Reply,
): Reply {
  const one = world.find(realmId, kind, ids[0]!)
  return one ? work(one) : notFound
}

/** Takes the card or account that a call names; a token works once. */
function take({ world, realmId, body }: ApiCall, onFile: string | undefined): Instrument | undefined {
  if (onFile !== undefined) {
    const stored = world.stored.get(onFile)
    return stored?.realmId === realmId ? stored : undefined
  }
  const found = world.tokens.get(body.token ?? '')
  world.tokens.delete(body.token ?? '')
  return found
}

/** Test cards of this simulator, with Intuit's codes. */
const DECLINES: Readonly<Record<string, readonly [string, string, string]>> = {
  '4000000000000002': [
    'PMT-5000',
    'transaction_declined',
    'The request to process this transaction was declined.',
  ],
  '4000000000000127': ['PMT-2000', 'fraud_error', 'The card security code is not correct.'],
  '4000000000000010': ['PMT-2002', 'fraud_error', 'The postal code does not match.'],
  '4000000000000069': ['PMT-5001', 'transaction_declined', 'The merchant does not support this card.'],
}

const cents = (amount: string): number => Number(amount.replace('.', ''))

function add(call: ApiCall, kind: Transaction['kind'], instrument: Instrument, status: string): Transaction {
  const { world, realmId, requestId, body } = call
  const one: Transaction = {
    id: kind === 'charge' ? `EMU${newId()}` : newId(),
    kind,
    realmId,
    requestId,
    instrument,
    amountCents: cents(body.amount),
    currency: body.currency ?? 'USD',
    description: body.description ?? '',
    createdMs: world.now(),
    status,
    refunds: [],
  }
  world.transactions.set(one.id, one)
  return one
}

function charge(call: ApiCall): Reply {
  const card = take(call, call.body.cardOnFile)
  if (card?.type !== 'card') return invalid('card token is invalid.')
  const declined = DECLINES[card.number]
  if (declined) {
    add(call, 'charge', card, 'DECLINED')
    return refused(400, ...declined)
  }
  return ok(show(add(call, 'charge', card, 'CAPTURED')), 201)
}

function debit(call: ApiCall): Reply {
  const account = take(call, call.body.bankAccountOnFile)
  if (account?.type !== 'bank') return invalid('bank account token is invalid.')
  return ok(show(add(call, 'echeck', account, 'PENDING')), 201)
}

function refund({ world, body }: ApiCall, one: Transaction): Reply {
  const amountCents = cents(body.amount)
  const canBe = ['CAPTURED', 'SETTLED', 'SUCCEEDED', 'PENDING'].includes(one.status)
  if (!canBe || amountCents > one.amountCents - refundedCents(one))
    return invalid('refund amount is invalid.')
  const made = {
    id: newId(),
    created: new Date(world.now()).toISOString(),
    status: 'ISSUED' as const,
    amountCents,
    description: body.description ?? '',
  }
  one.refunds.push(made)
  return ok(showRefund(made), 201)
}

/** Cancels the charge of a request, unless it is settled. Requests of e-checks are not known here. */
function voidRequest({ world, realmId, ids }: ApiCall): Reply {
  const one = [...world.transactions.values()].find(
    (each) => each.kind === 'charge' && each.realmId === realmId && each.requestId === ids[0],
  )
  if (!one || one.status === 'DECLINED') return notFound
  if (one.status === 'SETTLED' || one.refunds.length > 0)
    return refused(400, 'PMT-4000', 'invalid_request', 'The transaction is settled.')
  one.status = 'CANCELLED'
  return ok(
    { id: newId(), created: new Date(world.now()).toISOString(), status: 'ISSUED', type: 'VOID' },
    201,
  )
}

const list = ({ world, realmId, ids }: ApiCall, type: Stored['type']): object[] =>
  [...world.stored.values()]
    .filter((one) => one.realmId === realmId && one.customerId === ids[0] && one.type === type)
    .map(showStored)

function store(call: ApiCall, type: Stored['type']): Reply {
  const { world, realmId, ids, body } = call
  const found = world.tokens.get(body.value)
  if (found?.type !== type) return invalid('token is invalid.')
  world.tokens.delete(body.value)
  const stored: Stored = { ...found, id: newId(), realmId, customerId: ids[0]! }
  world.stored.set(stored.id, stored)
  return ok(showStored(stored), 201)
}

function remove({ world, realmId, ids }: ApiCall): Reply {
  const found = world.stored.get(ids[1]!)
  if (found?.realmId !== realmId || found.customerId !== ids[0]) return notFound
  world.stored.delete(found.id)
  return ok({}, 200)
}
