import type { Books, Payment } from './books.ts'
import { remaining, reserved, smaller } from './figures.ts'
import { bookOutside, outsideOf } from './give-back.ts'
import { firstCharge } from './processor.ts'

/** A request that was held back gets to the processor once the attempt that it was made for has been given up. */
export const arrivesLate = ({ heldBack, status, charge }: Payment): boolean =>
  heldBack !== null && status === 'rejected' && charge === null

/** It is charged then like any other, and the processor may tell of that or not. `losesReply`: it always tells. */
export function letArrive(books: Books, losesReply: (payment: Payment) => boolean): void {
  for (const payment of [...books.payments.values()].filter(arrivesLate)) {
    payment.charge = firstCharge(books, payment, payment.heldBack === 'told' || losesReply(payment))
    payment.heldBack = null
  }
}

/** Given up as never charged, and yet the money is there. */
export const isLate = ({ status, captured, charge }: Payment): boolean =>
  status === 'rejected' &&
  captured === 0n &&
  charge !== null &&
  charge.captured > 0n &&
  charge.status !== 'rejected'

/** The money is a payment of its own: it settles what its invoice still owes, and what is over becomes credit. */
export function recordLate(books: Books, attempt: Payment, most = freeOf(books, attempt)): void {
  const { key, amount, surcharge } = attempt
  const wanted = attempt.shares[0]!
  const part = most > 0n ? smaller(wanted.amount, most) : 0n
  const late: Payment = {
    ...attempt,
    key: `late ${key}`,
    asked: '',
    status: 'confirmed',
    failure: null,
    captured: amount + surcharge,
    unapplied: amount - part,
    shares: part > 0n ? [{ invoice: wanted.invoice, amount: part, reversed: 0n, state: 'applied' }] : [],
    store: false,
    stored: null,
    agree: false,
    createdAt: books.now,
    calledAt: books.now,
    lateOf: key,
    doubtful: false,
  }
  Object.assign(attempt, { charge: null, doubtful: false })
  books.payments.set(late.key, late)
  bookOutside(books, late, outsideOf(books, late))
}

function freeOf(books: Books, { customer, shares }: Payment): bigint {
  const invoice = books.invoices.get(shares[0]!.invoice)!
  return invoice.customer === customer ? remaining(books, invoice) - reserved(books, invoice) : 0n
}

/** What each payment takes of each invoice, by both. */
export function takenNow({ payments }: Books): Map<string, bigint> {
  const taken = new Map<string, bigint>()
  for (const { key, shares } of payments.values())
    for (const { invoice, amount, reversed, state } of shares)
      taken.set(`${key} ${invoice}`, state === 'released' ? 0n : amount - reversed)
  return taken
}

/**
 * News of the hour comes in any order: some of what other payments let go of, or took, may not have been heard yet when
 * the late charge is. `part` is what it settled; it is recorded if there is an order in which it does.
 */
export function observeLate(books: Books, attempt: Payment, part: bigint): void {
  const { invoice, amount } = attempt.shares[0]!
  const now = takenNow(books)
  let free = [freeOf(books, attempt)]
  for (const key of books.payments.keys()) {
    const name = `${key} ${invoice}`
    const change = (now.get(name) ?? 0n) - (books.taken?.get(name) ?? now.get(name) ?? 0n)
    if (change !== 0n) free = [...free, ...free.map((one) => one + change)]
  }
  const most = free.find((one) => (one > 0n ? smaller(amount, one) : 0n) === part)
  if (most === undefined) recordLate(books, attempt)
  else recordLate(books, attempt, most)
}

/** The payment that an attempt's money became; otherwise the attempt itself. */
export const bearerOf = (books: Books, payment: Payment): Payment =>
  books.payments.get(`late ${payment.key}`) ?? payment
