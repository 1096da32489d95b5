import { refundedOf, showCharge, showCredentials, showMerchant, showRefund } from './answers.ts'
import { type Charge, type Firm, type Instrument, newId, type World } from './world.ts'

export interface Reply {
  readonly status: number
  readonly json: object
}

/** Fields of all bodies; a call's own shape says which are there. */
interface Body {
  readonly amount: number
  readonly reference: string
  readonly account_id: string
  readonly method: string
  readonly auto_capture: boolean
  readonly data: Readonly<Record<string, string>>
  readonly token_id: string
  readonly test_events_urls?: string[]
}

export interface ApiCall {
  readonly world: World
  readonly firm: Firm
  readonly ids: readonly string[]
  readonly query: URLSearchParams
  /** Checked by its shape before. */
  readonly body: Body
}

const DAY_MS = 86_400_000
const ok = (json: object): Reply => ({ status: 200, json })
export const refused = (code: string, status = 422, entity?: string): Reply => ({
  status,
  json: { messages: [{ code, level: 'error', facility: 'gateway', ...(entity && { entity_id: entity }) }] },
})
const unknown = refused('resource_not_found', 404)

/** Calls with a firm's secret key, by method and path. */
export const ROUTES: Readonly<Record<string, (call: ApiCall) => Reply>> = {
  'GET /v1/merchant': ({ firm }) => ok(showMerchant(firm)),
  'PATCH /v1/merchant': ({ firm, body }) => {
    if (body.test_events_urls) firm.eventUrls = body.test_events_urls
    return ok(showMerchant(firm))
  },
  'POST /v1/charges': createCharge,
  'GET /v1/charges/:id': (call) => withCharge(call, (charge) => ok(showCharge(charge))),
  'POST /v1/charges/:id/capture': (call) =>
    withCharge(call, (charge) => {
      if (charge.status !== 'AUTHORIZED' || charge.captured)
        return refused('not_valid_for_transaction_status')
      if (call.body.amount > charge.amount) return refused('capture_exceeds_authorization')
      call.world.change(charge, { captured: true, amount: call.body.amount }, 'transaction.updated')
      return ok(showCharge(charge))
    }),
  'POST /v1/charges/:id/refund': (call) => withCharge(call, (charge) => refund(call, charge)),
  'POST /v1/transactions/:id/void': (call) =>
    withCharge(call, (charge) => {
      if (charge.status === 'VOIDED') return ok(showCharge(charge))
      if (charge.status !== 'AUTHORIZED' && charge.status !== 'PENDING')
        return refused('not_valid_for_transaction_status')
      call.world.change(charge, { status: 'VOIDED' }, 'transaction.voided')
      return ok(showCharge(charge))
    }),
  'GET /v1/transactions': list,
  'POST /v1/cards': (call) => save(call, 'card'),
  'POST /v1/banks': (call) => save(call, 'bank'),
  'DELETE /v1/cards/:id': forget,
  'DELETE /v1/banks/:id': forget,
  'GET /v1/events/:id': ({ world, firm, ids }) => {
    const event = world.events.get(ids[0]!)
    if (event?.firmId !== firm.id) return unknown
    const data = { id: event.objectId, type: 'CHARGE' }
    return ok({ id: event.id, type: event.type, merchant_id: firm.id, data })
  },
}

function withCharge({ world, firm, ids }: ApiCall, work: (charge: Charge) => Reply): Reply {
  const charge = world.charges.get(ids[0]!)
  return charge?.firmId === firm.id ? work(charge) : unknown
}

const DECLINES: Readonly<Record<string, string>> = {
  '4000000000000002': 'card_declined',
  '4000000000009995': 'card_declined_insufficient_funds',
  '4000000000000069': 'card_expired',
  '4000000000000127': 'card_cvv_incorrect',
}

function createCharge({ world, firm, body }: ApiCall): Reply {
  const account = firm.accounts.find(({ id }) => id === body.account_id)
  if (!account) return refused('account_not_found', 422)
  const instrument = world.saved.get(body.method) ?? world.tokens.get(body.method)
  if (instrument?.firmId !== firm.id) return refused('payment_method_not_found', 404)
  if ((account.type === 'ACH_ACCOUNT') !== (instrument.type === 'bank'))
    return refused('account_does_not_support_method', 422)
  world.tokens.delete(body.method)
  const bank = instrument.type === 'bank'
  const declined = DECLINES[instrument.number] ?? null
  const charge: Charge = {
    id: newId('chg'),
    firmId: firm.id,
    accountId: account.id,
    instrument,
    status: declined ? 'FAILED' : 'AUTHORIZED',
    amount: body.amount,
    captured: body.auto_capture && !declined,
    autoCapture: body.auto_capture,
    reference: body.reference,
    data: body.data,
    failureCode: declined,
    createdMs: world.now(),
    modifiedMs: world.now(),
    refunds: [],
    clearsAtMs: bank ? world.now() + 3 * DAY_MS : null,
  }
  world.charges.set(charge.id, charge)
  world.emit(firm, declined ? 'transaction.failed' : 'transaction.authorized', charge.id)
  return declined ? refused(declined, 422, charge.id) : ok(showCharge(charge))
}

function refund({ world, firm, body }: ApiCall, charge: Charge): Reply {
  if (charge.status === 'FAILED' || charge.status === 'VOIDED' || !charge.captured)
    return refused('not_valid_for_transaction_status')
  if (body.amount > charge.amount - refundedOf(charge)) return refused('refund_exceeds_transaction')
  const waits = charge.instrument.type === 'bank' && charge.status !== 'COMPLETED'
  const made = {
    id: newId('rfd'),
    status: waits ? ('PENDING' as const) : ('COMPLETED' as const),
    amount: body.amount,
    reference: body.reference,
    createdMs: world.now(),
  }
  charge.refunds.push(made)
  world.emit(firm, 'transaction.authorized', charge.id)
  return ok(showRefund(charge, made))
}

function list({ world, firm, query }: ApiCall): Reply {
  const [, reference] = (query.get('qf') ?? '').split('reference:')
  const from = Date.parse(query.get('start_date') ?? '1970-01-01')
  const to = Date.parse(query.get('end_date') ?? '9999-12-31')
  const size = Number(query.get('page_size') ?? 20)
  const page = Number(query.get('page') ?? 1)
  const mine = [...world.charges.values()].filter(({ firmId }) => firmId === firm.id)
  const found =
    query.get('type') === 'REFUND'
      ? mine.flatMap((charge) =>
          charge.refunds.map((one) => ({
            at: one.createdMs,
            of: one.reference,
            json: showRefund(charge, one),
          })),
        )
      : mine.map((charge) => ({ at: charge.createdMs, of: charge.reference, json: showCharge(charge) }))
  const results = found.filter(
    ({ at, of }) => at >= from && at < to && (reference === undefined || of === reference),
  )
  return ok({
    page,
    total_pages: Math.ceil(results.length / size),
    total_entries: results.length,
    results: results.slice((page - 1) * size, page * size).map(({ json }) => json),
  })
}

function save({ world, firm, body }: ApiCall, type: Instrument['type']): Reply {
  const token = world.tokens.get(body.token_id)
  if (token?.firmId !== firm.id || token.type !== type) return refused('token_not_found', 404)
  world.tokens.delete(body.token_id)
  const saved = { ...token, id: newId(type === 'card' ? 'card' : 'bank') }
  world.saved.set(saved.id, saved)
  return ok({ id: saved.id, type })
}

function forget({ world, firm, ids }: ApiCall): Reply {
  if (world.saved.get(ids[0]!)?.firmId !== firm.id) return unknown
  world.saved.delete(ids[0]!)
  return ok({})
}

export const credentialsOf = (firm: Firm): Reply => ok(showCredentials(firm))
