import {
  type Business,
  type PayPalSimulator,
  startPayPalSimulator,
} from '../../../simulators/paypal/index.ts'
import type { Capture, Refund } from '../../../simulators/paypal/state/wire-types.ts'
import { openFaultyWire, type WireProtocol } from '../faulty-wire.ts'
import type { ChargeRecord, ConnectedProcessor, ProcessorRow } from '../processor-row.ts'

export const payPalRow: ProcessorRow = {
  name: 'PayPal',
  async start(now) {
    const payPal = await startPayPalSimulator({ now })
    const wire = await openFaultyWire(payPal.origin, PROTOCOL)
    return {
      id: 'paypal',
      env: {
        PAYPAL: 'on',
        // The address that serves the certificates of webhooks.
        PAYPAL_API_URL: payPal.origin,
        PAYPAL_SANDBOX_API_URL: wire.origin,
        PAYPAL_SCRIPT_URL: `${payPal.origin}/sdk/js`,
      },
      faults: wire.faults,
      namesAmounts: true,
      async connect({ ask }) {
        const business = payPal.controls.addBusiness()
        const { clientId: client_id, secret } = business.app
        await ask('keys', { values: { world: 'sandbox', client_id, secret } })
        return connected(payPal, business)
      },
      violations: () => payPal.controls.violations,
      async close() {
        await wire.close()
        await payPal.close()
      },
    }
  },
}

const PROTOCOL: WireProtocol = {
  writeOf(method, path) {
    if (method !== 'POST') return null
    if (path === '/v2/checkout/orders') return 'create'
    if (path === '/v1/oauth2/token') return 'connect'
    if (path.endsWith('/refund')) return 'refund'
    return path.endsWith('/capture') ? 'confirm' : null
  },
  limited: { name: 'RATE_LIMIT_REACHED', message: 'Too many requests.', debug_id: '0' },
  failure: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error occurred.', debug_id: '0' },
  alter: alterAnswer,
}

function alterAnswer(answer: unknown, what: 'amount' | 'currency'): unknown {
  if (Array.isArray(answer)) return answer.map((one) => alterAnswer(one, what))
  if (answer === null || typeof answer !== 'object') return answer
  if (!('currency_code' in answer && 'value' in answer))
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, alterAnswer(value, what)]))
  if (what === 'currency') return { ...answer, currency_code: 'EUR' }
  const minor = minorOf(String(answer.value)) + 100n
  return { ...answer, value: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}` }
}

const minorOf = (value: string): bigint => BigInt(value.replace('.', ''))

function connected({ controls }: PayPalSimulator, business: Business): ConnectedProcessor {
  const { webhooks } = controls
  return {
    fill: () => Promise.reject(new Error('PayPal has orders only.')),
    async approveOrder(ref) {
      controls.approve(ref)
    },
    readBooks: async () => readBooks(business),
    desk: {
      async refund(ref, minor) {
        controls.refundAtPayPal(ref, minor)
      },
      async dispute(ref) {
        controls.reverse(ref)
      },
      async disputePart(ref, minor) {
        controls.reverse(ref, { minor })
      },
    },
    events: {
      tooOldSeconds: 5 * 86_400,
      hold() {
        webhooks.held = true
      },
      held: async () =>
        business.events.map((event) => ({
          id: event.id,
          chargeRef: orderOf(business, event.resource),
          send: ({ ageSeconds = 0, forged = false } = {}) =>
            webhooks.send(event, [...business.webhooks.values()][0]!, {
              ageSeconds,
              ...(forged && { change: (body) => body.replace('{', '{ ') }),
            }),
        })),
      async release() {
        webhooks.held = false
        await webhooks.deliverAll()
        await webhooks.settled()
      },
    },
  }
}

/** Returns the order that an event is about; a refund names only its capture. */
function orderOf({ captures }: Business, resource: object): string | null {
  const about = resource as Partial<Refund & Capture & { intent: string }>
  if (about.intent !== undefined) return about.id ?? null
  const captureId = about.links
    ?.find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
  const capture = about.supplementary_data ? about : captures.get(captureId ?? '')
  return capture?.supplementary_data?.related_ids.order_id ?? null
}

function readBooks(business: Business): ChargeRecord[] {
  return [...business.orders.values()].map((order) => {
    const [unit] = order.purchase_units
    const capture = business.captureOf(order)
    const refunds = (unit?.payments?.refunds ?? []).filter(({ status }) => status === 'COMPLETED')
    const refunded = refunds.reduce((sum, { amount }) => sum + minorOf(amount.value), 0n)
    const isDisputed = capture?.status_details?.reason === 'CHARGEBACK'
    const isReversed = isDisputed && capture.status !== 'PARTIALLY_REFUNDED'
    const status = isReversed
      ? 'rejected'
      : capture
        ? CAPTURES[capture.status]
        : order.status === 'VOIDED'
          ? 'rejected'
          : 'input'
    const isTaken = status === 'confirmed' || status === 'refunded'
    return {
      ref: order.id,
      ourId: unit?.custom_id?.split('/').at(-1) ?? null,
      status,
      onlyByUs: true,
      isDisputed,
      currency: unit!.amount.currency_code,
      captured: capture && isTaken ? minorOf(capture.amount.value) : 0n,
      refunded: isTaken ? refunded : 0n,
      refunds: refunds.map(({ id, custom_id, amount }) => ({
        ref: id,
        ourId: custom_id?.split('/').at(-1) ?? null,
        amount: minorOf(amount.value),
      })),
    }
  })
}

const CAPTURES = {
  COMPLETED: 'confirmed',
  PARTIALLY_REFUNDED: 'confirmed',
  REFUNDED: 'refunded',
  PENDING: 'waiting',
  DECLINED: 'rejected',
  FAILED: 'rejected',
} as const
