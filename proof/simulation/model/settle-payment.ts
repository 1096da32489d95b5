import type { Books, Payment } from './books.ts'
import { reopenInvoices } from './invoices.ts'
import { bookLateCharge, isLateCharge } from './processor/late-charges.ts'
import { bookOutsideRefund, unbookedOutsideRefunds } from './settle-refund.ts'
import { storeMethod } from './stored-methods.ts'

export const isInFlight = (payment: Payment): boolean =>
  payment.status === 'input' || payment.status === 'waiting' || payment.status === 'preauth'

/** Applies the charge's state at the processor to the payment. */
export function settlePayment(books: Books, payment: Payment): void {
  const { charge } = payment
  if (isLateCharge(payment)) bookLateCharge(books, payment)
  if (!charge || payment.status === 'rejected' || payment.status === 'refunded') return
  if (charge.status === 'rejected') {
    if (payment.status === 'confirmed') reversePayment(books, payment)
    else rejectPayment(payment, charge.reason ?? 'declined')
  } else if (charge.status === 'confirmed' || charge.status === 'refunded') {
    if (payment.status !== 'confirmed') confirmPayment(books, payment)
    bookOutsideRefund(books, payment, unbookedOutsideRefunds(books, payment))
  } else if (payment.status === 'confirmed') return
  else if (charge.status === 'input') challengePayment(payment)
  else if (
    payment.status !== charge.status &&
    (charge.status === 'preauth' || payment.status !== 'preauth')
  ) {
    payment.status = charge.status
    payment.failure = null
    payment.isChallenged = false
  }
}

/** A challenge continues only from the initial state. */
function challengePayment(payment: Payment): void {
  if (payment.status === 'waiting' || payment.status === 'preauth') return
  payment.status = 'input'
  payment.failure = null
  payment.isChallenged = true
}

/** Money has been captured: reservations become settlements. */
function confirmPayment(books: Books, payment: Payment): void {
  payment.status = 'confirmed'
  payment.failure = null
  payment.isChallenged = false
  payment.captured = payment.amount + payment.surcharge
  for (const share of payment.shares) share.state = 'applied'
  if (books.credit.plans.has(payment.key)) books.credit.pending.push(payment.key)
  const method = storeMethod(books, payment)
  if (payment.agree && method !== null) books.pendingConsents.push({ payment: payment.key, method })
}

/** Nothing was captured: releases the reservations. */
export function rejectPayment(payment: Payment, failure: string): void {
  payment.status = 'rejected'
  payment.failure = failure
  payment.isChallenged = false
  for (const share of payment.shares) if (share.state === 'reserved') share.state = 'released'
}

/** A return or dispute: all settlements in effect are owed again. */
function reversePayment(books: Books, payment: Payment): void {
  payment.status = 'rejected'
  payment.failure = payment.charge!.reason
  payment.unapplied = 0n
  const touched = payment.shares.filter((share) => share.state === 'applied')
  for (const share of touched) {
    share.reversed = share.amount
    share.state = 'reversed'
  }
  reopenInvoices(
    books,
    touched.map((share) => share.invoice),
  )
}
