import { type Answer, type Books, type Ending, refused } from './books.ts'
import { dateOf } from './figures.ts'
import { commit } from './invoices.ts'
import type { Operation } from './operations.ts'

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

const DONE: Answer = { status: 204 }

/** The place of the agreement that stands; -1 for a customer who pays by hand. */
export const standing = ({ consents }: Books, customer: number): number =>
  consents.findIndex((one) => one.customer === customer && one.ended === null)

/** A customer lets a stored method pay by itself. */
export function agree(books: Books, { method, crash }: Of<'agree'>): Answer {
  const stored = books.methods[method]!
  if (stored.removedAt !== null) return refused(404, 'not_found')
  return commit(crash, DONE, () => allow(books, stored.customer, method, books.now))
}

/** The customer takes it back for a method; or staff, for whichever it is. */
export function withdraw(books: Books, { customer, method, crash }: Of<'withdraw'>): Answer {
  if (method !== null && books.methods[method]!.removedAt !== null) return refused(404, 'not_found')
  return commit(crash, DONE, () =>
    method === null ? end(books, customer, 'staff') : end(books, customer, 'customer', method),
  )
}

/** One method pays for a customer: agreeing for another ends the former. */
function allow(books: Books, customer: number, method: number, since: number): void {
  const before = books.consents[standing(books, customer)]
  if (before?.method === method) return
  end(books, customer, 'replaced')
  books.consents.push({ customer, method, since, sinceOn: dateOf(since), ended: null })
}

/** Ends what stands, if it is about this method. */
export function end(books: Books, customer: number, because: Ending, method?: number): void {
  const consent = books.consents[standing(books, customer)]
  if (consent && (method === undefined || consent.method === method))
    consent.ended = { at: books.now, because }
}

type Ticked = Books['ticked'][number]

/**
 * Boxes that were ticked beside payments which are confirmed now. Of several, whichever the product heard of first goes
 * first: `placeOf` says in which order it made agreements of them, null for one of which it made none. Such a one was
 * heard of when there was nothing to make of it; if that was never so, it should have made one.
 */
export function agreeByPayments(books: Books, placeOf: (payment: string) => number | null): void {
  const ticked = books.ticked.splice(0)
  let silent = ticked.filter(({ payment }) => placeOf(payment) === null)
  const made = ticked.filter((one) => !silent.includes(one))
  for (const one of made.sort((a, b) => placeOf(a.payment)! - placeOf(b.payment)!)) {
    silent = silent.filter((other) => saysAnything(books, other))
    agreeByPayment(books, one)
  }
  for (const one of silent) agreeByPayment(books, one)
}

function agreeByPayment(books: Books, one: Ticked): void {
  const { customer, createdAt } = books.payments.get(one.payment)!
  if (saysAnything(books, one)) allow(books, customer, one.method, createdAt)
}

/** It counts from when the box was ticked: what was said since goes before it, and what is agreed to needs no other. */
function saysAnything(books: Books, { payment, method }: Ticked): boolean {
  const { customer, createdAt } = books.payments.get(payment)!
  if (
    books.methods[method]!.removedAt !== null ||
    books.consents[standing(books, customer)]?.method === method
  )
    return false
  return !books.consents.some((one) => one.customer === customer && goesBefore(one, method, createdAt))
}

function goesBefore(consent: Books['consents'][number], method: number, since: number): boolean {
  const { ended } = consent
  if (consent.since > since) return true
  if (ended === null || ended.at < since) return false
  if (ended.because === 'declined') return consent.method === method
  return ended.because === 'customer' || ended.because === 'staff'
}
