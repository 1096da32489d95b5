import { type Books, type EndReason, type ReplySummary, refusal } from './books.ts'
import { localDate } from './figures.ts'
import { commitUnlessCrashed } from './invoices.ts'
import type { Operation } from './operations.ts'

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

const DONE: ReplySummary = { status: 204 }

/** Returns the index of the customer's active consent; -1 without one. */
export const findActiveConsentIndex = ({ consents }: Books, customer: number): number =>
  consents.findIndex((one) => one.customer === customer && one.ended === null)

export function agreeToAutoPayments(books: Books, { method, crash }: Of<'agree'>): ReplySummary {
  const storedMethod = books.methods[method]!
  if (storedMethod.removedAt !== null) return refusal(404, 'not_found')
  return commitUnlessCrashed(crash, DONE, () => addConsent(books, storedMethod.customer, method, books.now))
}

/** The customer withdraws consent for one method, staff for whichever is active. */
export function withdrawConsent(books: Books, { customer, method, crash }: Of<'withdraw'>): ReplySummary {
  if (method !== null && books.methods[method]!.removedAt !== null) return refusal(404, 'not_found')
  return commitUnlessCrashed(crash, DONE, () =>
    method === null ? endConsent(books, customer, 'staff') : endConsent(books, customer, 'customer', method),
  )
}

/** A customer has one active consent. A consent for another method replaces it. */
function addConsent(books: Books, customer: number, method: number, since: number): void {
  const before = books.consents[findActiveConsentIndex(books, customer)]
  if (before?.method === method) return
  endConsent(books, customer, 'replaced')
  books.consents.push({ customer, method, since, sinceDate: localDate(since), ended: null })
}

/** Ends the active consent, if it is for this method. */
export function endConsent(books: Books, customer: number, reason: EndReason, method?: number): void {
  const consent = books.consents[findActiveConsentIndex(books, customer)]
  if (consent && (method === undefined || consent.method === method))
    consent.ended = { at: books.now, reason }
}

type PendingConsent = Books['pendingConsents'][number]

/**
 * Applies the consents given with payments that are now confirmed. `rankOf` returns the order in which the
 * product applied them, and null for a payment without a consent. Such a consent must have had no effect at
 * some point; otherwise the product should have recorded it.
 */
export function applyPendingConsents(books: Books, rankOf: (payment: string) => number | null): void {
  const pending = books.pendingConsents.splice(0)
  let unranked = pending.filter(({ payment }) => rankOf(payment) === null)
  const ranked = pending.filter((one) => !unranked.includes(one))
  for (const one of ranked.sort((a, b) => rankOf(a.payment)! - rankOf(b.payment)!)) {
    unranked = unranked.filter((other) => hasEffect(books, other))
    applyPendingConsent(books, one)
  }
  for (const one of unranked) applyPendingConsent(books, one)
}

function applyPendingConsent(books: Books, one: PendingConsent): void {
  const { customer, createdAt } = books.payments.get(one.payment)!
  if (hasEffect(books, one)) addConsent(books, customer, one.method, createdAt)
}

/**
 * A consent takes effect from the time of the payment, so later changes by the customer take precedence. A
 * second consent for the active method has no effect, and one by a pay link replaces none.
 */
function hasEffect(books: Books, { payment, method }: PendingConsent): boolean {
  const { customer, createdAt, payer } = books.payments.get(payment)!
  const active = books.consents[findActiveConsentIndex(books, customer)]
  if (books.methods[method]!.removedAt !== null || active?.method === method) return false
  if (active && payer.startsWith('link ')) return false
  return !books.consents.some((one) => one.customer === customer && takesPrecedence(one, method, createdAt))
}

function takesPrecedence(consent: Books['consents'][number], method: number, since: number): boolean {
  const { ended } = consent
  if (consent.since > since) return true
  if (ended === null || ended.at < since) return false
  if (ended.reason === 'declined') return consent.method === method
  return ended.reason === 'customer' || ended.reason === 'staff'
}
