import { amountAt } from '../rules/amounts.ts'
import { captureOrder, takeMoney } from '../rules/capture-order.ts'
import type { Business } from '../state/business.ts'
import { newId } from '../state/ids.ts'
import type { Order, WireLink } from '../state/wire-types.ts'
import { businessOf, type Call, type Route, textAt, valueAt } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 6 * HOUR_MS
/** An order that nobody captured is forgotten. */
const LIFE_MS = 3 * HOUR_MS

export const orderRoutes: Route[] = [
  { method: 'POST', path: '/v2/checkout/orders', keptMs: KEPT_MS, handle: create },
  {
    method: 'GET',
    path: '/v2/checkout/orders/:id',
    handle: (call) => ({ status: 200, body: findOrder(call) }),
  },
  { method: 'PATCH', path: '/v2/checkout/orders/:id', handle: patch },
  {
    method: 'POST',
    path: '/v2/checkout/orders/:id/capture',
    keptMs: KEPT_MS,
    handle(call) {
      const order = findOrder(call)
      captureOrder(call.world, businessOf(call), order)
      return { status: 201, body: order }
    },
  },
]

function findOrder(call: Call): Order {
  const order = businessOf(call).orders.get(call.ids[0]!)
  const isForgotten =
    order && order.status !== 'COMPLETED' && call.world.nowMs - Date.parse(order.create_time) > LIFE_MS
  if (!order || isForgotten) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
  return order
}

function create(call: Call): { status: number; body: object } {
  const { world, body } = call
  const business = businessOf(call)
  if (textAt(body, 'intent') !== 'CAPTURE') throw new PayPalError(400, 'MISSING_REQUIRED_PARAMETER')
  const [unit, ...more] = (valueAt(body, 'purchase_units') ?? []) as object[]
  if (!unit || more.length > 0) throw new PayPalError(400, 'INVALID_ARRAY_MIN_ITEMS')
  const { money } = amountAt(unit, 'amount')
  checkBusiness(business, money.currency_code, textAt(unit, 'payee.merchant_id'))
  const wallet = valueAt(body, 'payment_source.paypal')
  const store = valueAt(wallet, 'attributes.vault') !== undefined
  const vaultId = textAt(wallet, 'vault_id')
  if ((store || vaultId !== undefined) && !business.features.vault)
    throw new PayPalError(403, 'NOT_AUTHORIZED')
  const order = newOrder(call, business, unit, wallet !== undefined)
  order.purchase_units[0]!.amount = money
  const token = vaultId === undefined ? undefined : business.tokens.get(vaultId)
  if (vaultId !== undefined && !token) throw new PayPalError(422, 'TOKEN_ID_NOT_FOUND')
  if (token) takeMoney(world, business, order, { funding: token.funding, store: false })
  else if (store) business.choices.set(order.id, { funding: 'balance', store })
  business.orders.set(order.id, order)
  return { status: 201, body: order }
}

function checkBusiness(business: Business, currency: string, payee: string | undefined): void {
  if (!business.receivable) throw new PayPalError(422, 'PAYEE_ACCOUNT_RESTRICTED')
  if (business.currencies && !business.currencies.has(currency))
    throw new PayPalError(422, 'CURRENCY_NOT_SUPPORTED')
  if (payee !== undefined && payee !== business.merchantId)
    throw new PayPalError(422, 'PAYEE_ACCOUNT_INVALID')
}

function newOrder({ world }: Call, business: Business, unit: object, hasSource: boolean): Order {
  const id = newId()
  const texts = Object.fromEntries(
    ['custom_id', 'invoice_id', 'description'].flatMap((name) => {
      const value = textAt(unit, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const links: WireLink[] = [
    { href: `${world.origin}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
    {
      href: `${world.origin}/checkoutnow?token=${id}`,
      rel: hasSource ? 'payer-action' : 'approve',
      method: 'GET',
    },
  ]
  return {
    id,
    intent: 'CAPTURE',
    status: hasSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    purchase_units: [
      {
        reference_id: 'default',
        amount: { currency_code: 'USD', value: '0.00' },
        payee: { merchant_id: business.merchantId, email_address: business.email },
        ...texts,
      },
    ],
    ...(hasSource && { payment_source: { paypal: {} } }),
    create_time: world.now,
    links,
  }
}

/** Only the intent can be changed here. */
function patch(call: Call): { status: number; body: null } {
  const order = findOrder(call)
  if (order.status === 'COMPLETED') throw new PayPalError(422, 'ORDER_ALREADY_COMPLETED')
  const [change, ...more] = (Array.isArray(call.body) ? call.body : []) as object[]
  const intent = textAt(change, 'value')
  if (more.length > 0 || textAt(change, 'op') !== 'replace' || textAt(change, 'path') !== '/intent')
    throw new PayPalError(422, 'NOT_PATCHABLE')
  if (intent !== 'AUTHORIZE' && intent !== 'CAPTURE')
    throw new PayPalError(422, 'UNSUPPORTED_PATCH_PARAMETER_VALUE')
  order.intent = intent
  order.update_time = call.world.now
  return { status: 204, body: null }
}
