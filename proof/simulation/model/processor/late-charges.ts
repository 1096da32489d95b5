import type { Books, Payment } from '../books.ts'
import { min, remaining, reserved } from '../figures.ts'
import { bookOutsideRefund, unbookedOutsideRefunds } from '../settle-refund.ts'
import { createCharge } from './processor.ts'

/** A delayed request reaches the processor after its attempt was abandoned. */
export const isDelayedChargeDue = ({ delayedCharge, status, charge }: Payment): boolean =>
  delayedCharge !== null && status === 'rejected' && charge === null

/**
 * Delivers the delayed requests. The processor sends an event when the scenario demands it or when it loses its
 * response.
 */
export function deliverDelayedCharges(books: Books, losesResponse: (payment: Payment) => boolean): void {
  for (const payment of [...books.payments.values()].filter(isDelayedChargeDue)) {
    payment.charge = createCharge(
      books,
      payment,
      payment.delayedCharge === 'reported' || losesResponse(payment),
    )
    payment.delayedCharge = null
  }
}

/** The attempt was rejected as never charged, but the processor has captured money. */
export const isLateCharge = ({ status, captured, charge }: Payment): boolean =>
  status === 'rejected' &&
  captured === 0n &&
  charge !== null &&
  charge.captured > 0n &&
  charge.status !== 'rejected'

/**
 * Books a late charge as a payment of its own. It settles the invoice up to `max`; the excess becomes
 * credit.
 */
export function bookLateCharge(
  books: Books,
  attempt: Payment,
  max = payableByLateCharge(books, attempt),
): void {
  const { key, amount, surcharge } = attempt
  const wanted = attempt.shares[0]!
  const part = max > 0n ? min(wanted.amount, max) : 0n
  const late: Payment = {
    ...attempt,
    key: `late ${key}`,
    requestFingerprint: '',
    status: 'confirmed',
    failure: null,
    captured: amount + surcharge,
    unapplied: amount - part,
    shares: part > 0n ? [{ invoice: wanted.invoice, amount: part, reversed: 0n, state: 'applied' }] : [],
    store: false,
    storedMethod: null,
    agree: false,
    createdAt: books.now,
    calledAt: books.now,
    lateOf: key,
    doubtful: false,
  }
  Object.assign(attempt, { charge: null, doubtful: false })
  books.payments.set(late.key, late)
  bookOutsideRefund(books, late, unbookedOutsideRefunds(books, late))
}

function payableByLateCharge(books: Books, { customer, shares }: Payment): bigint {
  const invoice = books.invoices.get(shares[0]!.invoice)!
  return invoice.customer === customer ? remaining(books, invoice) - reserved(books, invoice) : 0n
}

/** Returns the amount allocated by each payment to each invoice, reserved or applied. */
export function readAllocations({ payments }: Books): Map<string, bigint> {
  const allocations = new Map<string, bigint>()
  for (const { key, shares } of payments.values())
    for (const { invoice, amount, reversed, state } of shares)
      allocations.set(`${key} ${invoice}`, state === 'released' ? 0n : amount - reversed)
  return allocations
}

/**
 * Books a late charge that settled `part` of the invoice. Other payments' events may be processed before or
 * after it, so each combination of their changes may have been known. A part that none of them explains is
 * replaced by the predicted one.
 */
export function observeLateCharge(books: Books, attempt: Payment, part: bigint): void {
  const { invoice, amount } = attempt.shares[0]!
  const now = readAllocations(books)
  let free = [payableByLateCharge(books, attempt)]
  for (const key of books.payments.keys()) {
    const name = `${key} ${invoice}`
    const change = (now.get(name) ?? 0n) - (books.priorAllocations?.get(name) ?? now.get(name) ?? 0n)
    if (change !== 0n) free = [...free, ...free.map((one) => one + change)]
  }
  const max = free.find((one) => (one > 0n ? min(amount, one) : 0n) === part)
  if (max === undefined) bookLateCharge(books, attempt)
  else bookLateCharge(books, attempt, max)
}

/** Returns the payment that books an attempt's late charge, otherwise the attempt itself. */
export const findBookedPayment = (books: Books, payment: Payment): Payment =>
  books.payments.get(`late ${payment.key}`) ?? payment
