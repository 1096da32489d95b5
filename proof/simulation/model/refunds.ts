import {
  type Books,
  invalidField,
  NO_REPLY,
  OK,
  type Payment,
  type Refund,
  type ReplySummary,
  refusal,
} from './books.ts'
import { losesResponse, refundable } from './figures.ts'
import type { RefundOperation } from './operations.ts'
import { reachesProcessor } from './processor/faults.ts'
import { bookOutsideRefund, settleRefund, unbookedOutsideRefunds } from './settle-refund.ts'

const WRONG_STATE = refusal(409, 'wrong_state')
const ARRIVAL_WINDOW_MS = 120_000

/** Refunds a confirmed payment in full or in part, up to the amount without pending refunds. */
export function refundPayment(books: Books, operation: RefundOperation): ReplySummary {
  const { request, amount, trouble } = operation
  const payment = books.payments.get(operation.payment)!
  const requestFingerprint = `${operation.payment} ${amount}`
  const before = books.refunds.get(request)
  if (before && before.requestFingerprint !== requestFingerprint) return refusal(409, 'request_id_reused')
  if (before && before.failure !== 'unavailable') return replyForRefund(before)
  const max = refundable(books, payment)
  if (payment.status !== 'confirmed' || max <= 0n) return WRONG_STATE
  if (amount <= 0n || amount > max) return invalidField('total')
  if (trouble === 'before') return NO_REPLY
  const refund: Refund = {
    key: request,
    payment: payment.key,
    requestFingerprint,
    amount,
    calledAt: books.now,
    status: 'waiting',
    failure: null,
    surcharge: 0n,
    outside: false,
    rejectedAt: null,
    executed: payment.method === 'manual',
    doubtful: false,
  }
  books.refunds.set(request, refund)
  if (refund.executed) settleRefund(books, refund)
  else return callProcessor(books, payment, refund, operation)
  return OK
}

function callProcessor(
  books: Books,
  payment: Payment,
  refund: Refund,
  { trouble, amount }: RefundOperation,
): ReplySummary {
  const charge = payment.charge!
  if (
    reachesProcessor(trouble) &&
    charge.status === 'confirmed' &&
    amount <= charge.captured - charge.refunded
  ) {
    charge.refunded += amount
    if (charge.refunded === charge.captured) charge.status = 'refunded'
    refund.executed = true
  }
  const lost = refund.executed && losesResponse(amount, books.customers[payment.customer]!.currency)
  const isOutcomeUnknown = trouble?.startsWith('timeout') || trouble?.startsWith('reset') || lost
  const died = trouble === 'intended' || trouble === 'called' || trouble === 'unsettled'
  if (died || isOutcomeUnknown) {
    refund.doubtful = true
    return died || trouble === 'settled' ? NO_REPLY : OK
  }
  if (refund.executed && (trouble === 'wrongAmount' || trouble === 'wrongCurrency'))
    refund.failure = 'mismatch'
  else {
    settleRefund(books, refund)
    if (trouble === 'rateLimited' || trouble === 'unavailable') refund.failure = 'unavailable'
  }
  return trouble === 'settled' ? NO_REPLY : replyForRefund(refund)
}

function replyForRefund(refund: Refund): ReplySummary {
  if (refund.status !== 'rejected') return OK
  return refund.failure === 'unavailable'
    ? refusal(503, 'processor_unavailable')
    : refusal(402, 'payment_failed')
}

/**
 * An outside refund may be observed while other refunds are doubtful. Its amount depends on which of them the
 * product knew to have failed.
 */
export function observeOutsideRefund(books: Books, payment: Payment, amount: bigint): void {
  const { charge } = payment
  if (payment.status !== 'confirmed' || charge?.status === 'rejected') return
  const max = unbookedOutsideRefunds(books, payment)
  let failedSince = 0n
  for (const refund of books.refunds.values())
    if (refund.payment === payment.key && refund.rejectedAt === books.now) failedSince += refund.amount
  if (amount === max || amount === max - failedSince) bookOutsideRefund(books, payment, amount)
}

/** Accepts the outcome of a doubtful refund that the product has learned, if it is true. */
export function observeRefund(books: Books, refund: Refund, seen: string): void {
  if (!refund.doubtful || seen === refund.status) return
  const late = books.now - refund.calledAt > ARRIVAL_WINDOW_MS
  if (refund.executed ? seen === 'confirmed' : seen === 'rejected' && late) settleRefund(books, refund)
}
