import type { Books, Payment, Refund } from './books.ts'
import { proportion, smaller } from './figures.ts'
import { reopen } from './invoices.ts'

/**
 * What was given back at the processor's own desk and not booked yet. Of what was asked for here the product takes for
 * given what it does not know to have failed.
 */
export const outsideOf = (books: Books, payment: Payment): bigint =>
  givenBeyond(books, payment, ({ status }) => status !== 'rejected')

/** The same once it is known what became of every refund that was asked for. */
export const outsideInTheEnd = (books: Books, payment: Payment): bigint =>
  givenBeyond(books, payment, ({ given }) => given)

/** What the processor gave back beyond these of the refunds in the books. */
function givenBeyond(
  books: Books,
  { key, charge }: Payment,
  isExplained: (refund: Refund) => boolean,
): bigint {
  let left = charge?.refunded ?? 0n
  for (const refund of books.refunds.values())
    if (refund.payment === key && isExplained(refund)) left -= refund.amount
  return left
}

/** It is booked like any other refund. */
export function bookOutside(books: Books, payment: Payment, amount: bigint): void {
  if (amount <= 0n) return
  const key = `outside ${books.refunds.size} of ${payment.key}`
  const refund: Refund = {
    key,
    payment: payment.key,
    asked: '',
    amount,
    calledAt: books.now,
    status: 'waiting',
    failure: null,
    surcharge: 0n,
    outside: true,
    rejectedAt: null,
    given: true,
    doubtful: false,
  }
  books.refunds.set(key, refund)
  settleRefund(books, refund)
}

/** What became of a refund is known. */
export function settleRefund(books: Books, refund: Refund): void {
  if (refund.status !== 'waiting') return
  refund.doubtful = false
  if (!refund.given) {
    refund.status = 'rejected'
    refund.rejectedAt = books.now
    return
  }
  const payment = books.payments.get(refund.payment)!
  refund.status = 'confirmed'
  if (payment.status === 'confirmed') takeBack(books, payment, refund)
  else refund.failure = 'after_return'
}

/** Surcharge in proportion, so that the last refund brings it to the cent; then credit; then the share settled last. */
function takeBack(books: Books, payment: Payment, refund: Refund): void {
  const refunded = payment.refunded + refund.amount
  refund.surcharge = proportion(payment.surcharge, refunded, payment.captured) - payment.surchargeRefunded
  let left = refund.amount - refund.surcharge
  const credit = smaller(left, payment.unapplied)
  payment.unapplied -= credit
  left -= credit
  const touched: string[] = []
  for (const share of [...payment.shares].reverse()) {
    const standing = share.amount - share.reversed
    const part = smaller(left, standing)
    if (share.state !== 'applied' || part === 0n) continue
    share.reversed += part
    left -= part
    if (share.reversed === share.amount) share.state = 'reversed'
    touched.push(share.invoice)
  }
  payment.refunded = refunded
  payment.surchargeRefunded += refund.surcharge
  if (refunded === payment.captured) payment.status = 'refunded'
  reopen(books, touched)
}
