import type { Books, Payment, Refund } from './books.ts'
import { proportion, smaller } from './figures.ts'
import { reopen } from './invoices.ts'

export const isInFlight = (payment: Payment): boolean =>
  payment.status === 'input' || payment.status === 'waiting' || payment.status === 'preauth'

/** The product has heard from the processor how a payment stands, and knows as much as it from now on. */
export function settle(books: Books, payment: Payment): void {
  const { charge } = payment
  if (!charge || payment.status === 'rejected' || payment.status === 'refunded') return
  if (charge.status === 'rejected') {
    if (payment.status === 'confirmed') giveBackAll(books, payment)
    else releaseAll(payment, charge.reason ?? 'declined')
  } else if (payment.status === 'confirmed') return
  else if (charge.status === 'confirmed' || charge.status === 'refunded') confirm(books, payment)
  else if (charge.status === 'input') settleInput(payment)
  else if (
    payment.status !== charge.status &&
    (charge.status === 'preauth' || payment.status !== 'preauth')
  ) {
    payment.status = charge.status
    payment.failure = null
    payment.asks = false
  }
}

/** A bank that asks is asked on only while the payment stands at the beginning. */
function settleInput(payment: Payment): void {
  if (payment.status === 'waiting' || payment.status === 'preauth') return
  payment.status = 'input'
  payment.failure = null
  payment.asks = true
}

/** Money has arrived: what was set aside is settled. */
function confirm(books: Books, payment: Payment): void {
  payment.status = 'confirmed'
  payment.failure = null
  payment.asks = false
  payment.captured = payment.amount + payment.surcharge
  for (const share of payment.shares) share.state = 'applied'
  const kept = books.methods.some(
    (one) => one.customer === payment.customer && one.method === payment.method && !one.removed,
  )
  if (payment.store && !kept && payment.method !== 'manual')
    books.methods.push({ customer: payment.customer, method: payment.method, removed: false })
}

/** Nothing was taken: what was set aside is free again. */
export function releaseAll(payment: Payment, failure: string): void {
  payment.status = 'rejected'
  payment.failure = failure
  payment.asks = false
  for (const share of payment.shares) if (share.state === 'reserved') share.state = 'released'
}

/** The money came back by itself: what stood of it is owed again. */
function giveBackAll(books: Books, payment: Payment): void {
  payment.status = 'rejected'
  payment.failure = payment.charge!.reason
  payment.unapplied = 0n
  const touched = payment.shares.filter((share) => share.state === 'applied')
  for (const share of touched) {
    share.reversed = share.amount
    share.state = 'reversed'
  }
  reopen(
    books,
    touched.map((share) => share.invoice),
  )
}

/** What became of a refund is known. */
export function settleRefund(books: Books, refund: Refund): void {
  if (refund.status !== 'waiting') return
  refund.doubtful = false
  if (!refund.given) {
    refund.status = 'rejected'
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
