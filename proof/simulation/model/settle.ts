import type { Books, Payment, StoredMethod } from './books.ts'
import { bookOutside, outsideOf } from './give-back.ts'
import { reopen } from './invoices.ts'
import { isLate, recordLate } from './late-charges.ts'

export const isInFlight = (payment: Payment): boolean =>
  payment.status === 'input' || payment.status === 'waiting' || payment.status === 'preauth'

/** The product has heard from the processor how a payment stands, and knows as much as it from now on. */
export function settle(books: Books, payment: Payment): void {
  const { charge } = payment
  if (isLate(payment)) recordLate(books, payment)
  if (!charge || payment.status === 'rejected' || payment.status === 'refunded') return
  if (charge.status === 'rejected') {
    if (payment.status === 'confirmed') giveBackAll(books, payment)
    else releaseAll(payment, charge.reason ?? 'declined')
  } else if (charge.status === 'confirmed' || charge.status === 'refunded') {
    if (payment.status !== 'confirmed') confirm(books, payment)
    bookOutside(books, payment, outsideOf(books, payment))
  } else if (payment.status === 'confirmed') return
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
  const method = keptMethod(books, payment)
  if (payment.agree && method !== null) books.ticked.push({ payment: payment.key, method })
}

/**
 * The place of the method that it was paid with, which is stored from now on if its payer wanted that and has not removed
 * it since they began to pay.
 */
function keptMethod({ methods }: Books, payment: Payment): number | null {
  const { stored, store, method, customer, createdAt } = payment
  if (stored !== null || !store || method === 'manual') return stored
  const isLike = (one: StoredMethod) => one.customer === customer && one.method === method
  const known = methods.findIndex((one) => isLike(one) && one.removedAt === null)
  if (known >= 0) return known
  if (methods.some((one) => isLike(one) && one.removedAt !== null && createdAt < one.removedAt)) return null
  return methods.push({ customer, method, removedAt: null }) - 1
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
