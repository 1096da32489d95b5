import { type Books, type Payment, type ReplySummary, refusal, type StoredMethod } from './books.ts'
import { endConsent } from './consents.ts'
import { MOMENT_MS, type Operation } from './operations.ts'

/**
 * Returns the index of the method used. Stores a new method if the payer chose to, unless they removed the
 * same one since the payment began.
 */
export function storeMethod({ methods }: Books, payment: Payment): number | null {
  const { storedMethod, store, method, customer, createdAt } = payment
  if (storedMethod !== null || !store || method === 'manual') return storedMethod
  const isLike = (one: StoredMethod) => one.customer === customer && one.method === method
  const known = methods.findIndex((one) => isLike(one) && one.removedAt === null)
  if (known >= 0) return known
  if (methods.some((one) => isLike(one) && one.removedAt !== null && createdAt < one.removedAt)) return null
  return methods.push({ customer, method, removedAt: null }) - 1
}

export function removeStoredMethod(
  books: Books,
  { method }: Extract<Operation, { op: 'removeMethod' }>,
): ReplySummary {
  books.now += MOMENT_MS
  const storedMethod = books.methods[method]!
  if (storedMethod.removedAt !== null) return refusal(404, 'not_found')
  endConsent(books, storedMethod.customer, 'method_removed', method)
  storedMethod.removedAt = books.now
  return { status: 204 }
}
