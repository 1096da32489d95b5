import type { Business } from '../state/business.ts'
import type { Capture, Refund } from '../state/wire-types.ts'
import { businessOf, type Route } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 31
const MOST = 500
const TAKEN: ReadonlySet<string> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

interface Transaction {
  readonly atMs: number
  readonly info: object
}

/** The report of transactions, in which a transaction appears after some time. */
export const reportingRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/reporting/transactions',
    handle(call) {
      const business = businessOf(call)
      if (!business.features.reporting) throw new PayPalError(403, 'NOT_AUTHORIZED')
      const [from, to] = ['start_date', 'end_date'].map((name) => Date.parse(call.query.get(name) ?? ''))
      if (!(to! - from! <= LONGEST_DAYS * DAY_MS)) throw new PayPalError(400, 'INVALID_REQUEST')
      const size = Math.min(Number(call.query.get('page_size') ?? 100), MOST)
      const page = Number(call.query.get('page') ?? 1)
      const listedBefore = call.world.nowMs - call.world.switches.reportLagMs
      const found = transactionsOf(business)
        .filter(({ atMs }) => atMs >= from! && atMs <= to! && atMs <= listedBefore)
        .toSorted((one, other) => one.atMs - other.atMs)
      return { status: 200, body: pageOf(found, page, size) }
    },
  },
]

const pageOf = (found: readonly Transaction[], page: number, size: number): object => ({
  transaction_details: found
    .slice((page - 1) * size, page * size)
    .map(({ info }) => ({ transaction_info: info })),
  page,
  total_items: found.length,
  total_pages: Math.max(1, Math.ceil(found.length / size)),
})

const transactionsOf = (business: Business): Transaction[] => [
  ...[...business.captures.values()].filter(({ status }) => TAKEN.has(status)).map(ofCapture),
  ...[...business.refunds.values()].map((refund) => ofRefund(business, refund)),
]

const ofCapture = (capture: Capture): Transaction => ({
  atMs: Date.parse(capture.create_time),
  info: {
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: capture.create_time,
    transaction_amount: capture.amount,
    transaction_status: 'S',
    invoice_id: capture.invoice_id,
    custom_field: capture.custom_id,
  },
})

function ofRefund(business: Business, refund: Refund): Transaction {
  const captureId = refund.links
    .find(({ rel }) => rel === 'up')!
    .href.split('/')
    .at(-1)!
  const { custom_id, status_details } = business.captures.get(captureId)!
  return {
    atMs: Date.parse(refund.create_time),
    info: {
      transaction_id: refund.id,
      paypal_reference_id: captureId,
      paypal_reference_id_type: 'TXN',
      transaction_event_code: status_details?.reason === 'CHARGEBACK' ? 'T1201' : 'T1107',
      transaction_initiation_date: refund.create_time,
      transaction_amount: { ...refund.amount, value: `-${refund.amount.value}` },
      transaction_status: 'S',
      custom_field: refund.custom_id ?? custom_id,
    },
  }
}
