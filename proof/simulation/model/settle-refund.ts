import type { Books, Payment, Refund } from './books.ts'
import { min, proportion } from './figures.ts'
import { reopenInvoices } from './invoices.ts'

/**
 * The amount refunded in the dashboard and not booked yet. Own refunds that are not known to have failed
 * count as made.
 */
export const unbookedOutsideRefunds = (books: Books, payment: Payment): bigint =>
  refundedBeyond(books, payment, ({ status }) => status !== 'rejected')

/** The same once the outcome of all refunds is known. */
export const finalOutsideRefunds = (books: Books, payment: Payment): bigint =>
  refundedBeyond(books, payment, ({ executed }) => executed)

/** The amount refunded at the processor beyond the selected refunds. */
function refundedBeyond(
  books: Books,
  { key, charge }: Payment,
  isExplained: (refund: Refund) => boolean,
): bigint {
  let left = charge?.refunded ?? 0n
  for (const refund of books.refunds.values())
    if (refund.payment === key && isExplained(refund)) left -= refund.amount
  return left
}

/** Books an outside refund like any other. */
export function bookOutsideRefund(books: Books, payment: Payment, amount: bigint): void {
  if (amount <= 0n) return
  const key = `outside ${books.refunds.size} of ${payment.key}`
  const refund: Refund = {
    key,
    payment: payment.key,
    requestFingerprint: '',
    amount,
    calledAt: books.now,
    status: 'waiting',
    failure: null,
    surcharge: 0n,
    outside: true,
    rejectedAt: null,
    executed: true,
    doubtful: false,
  }
  books.refunds.set(key, refund)
  settleRefund(books, refund)
}

/** Applies the known outcome of a refund. */
export function settleRefund(books: Books, refund: Refund): void {
  if (refund.status !== 'waiting') return
  refund.doubtful = false
  if (!refund.executed) {
    refund.status = 'rejected'
    refund.rejectedAt = books.now
    return
  }
  const payment = books.payments.get(refund.payment)!
  refund.status = 'confirmed'
  if (payment.status === 'confirmed') reverseShares(books, payment, refund)
  else refund.failure = 'after_return'
}

/**
 * Returns the surcharge in proportion, so that the last refund makes it exact; then credit; then shares,
 * latest first.
 */
function reverseShares(books: Books, payment: Payment, refund: Refund): void {
  const refunded = payment.refunded + refund.amount
  refund.surcharge = proportion(payment.surcharge, refunded, payment.captured) - payment.surchargeRefunded
  let left = refund.amount - refund.surcharge
  const credit = min(left, payment.unapplied)
  payment.unapplied -= credit
  left -= credit
  const touched: string[] = []
  for (const share of [...payment.shares].reverse()) {
    const unreversed = share.amount - share.reversed
    const part = min(left, unreversed)
    if (share.state !== 'applied' || part === 0n) continue
    share.reversed += part
    left -= part
    if (share.reversed === share.amount) share.state = 'reversed'
    touched.push(share.invoice)
  }
  payment.refunded = refunded
  payment.surchargeRefunded += refund.surcharge
  if (refunded === payment.captured) payment.status = 'refunded'
  reopenInvoices(books, touched)
}
