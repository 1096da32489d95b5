import type { Books, Case } from '../model/books.ts'
import { differenceKey, findDifferences, isReconciliationCase } from '../model/cases.ts'
import type { Company } from '../world/company.ts'
import type { Ledger } from './read-ledger.ts'

/**
 * Adds the product's new cases to the model and closes those that it closed, if they are justified. The model
 * does not predict when the product reconciles: a case may match the state before the latest events were
 * processed, or after.
 */
export function learnCases(company: Company, books: Books, { cases }: Ledger): void {
  const differing = findDifferences(books)
  for (const seen of cases) {
    const known = books.cases.get(seen.id)
    if (known) closeResolved(books, known, seen.state, differing)
    else {
      const found = toCase(company, books, seen)
      if (found && isJustified(books, found, differing)) books.cases.set(found.id, found)
    }
  }
}

function closeResolved(books: Books, known: Case, seen: Case['state'], differing: ReadonlySet<string>): void {
  if (
    known.state !== 'open' ||
    seen !== 'resolved' ||
    !isReconciliationCase(known) ||
    books.priorDifferences === null
  )
    return
  const difference = differenceKey(known)
  if (!differing.has(difference) || !books.priorDifferences.has(difference)) known.state = 'resolved'
}

function toCase(
  { ids }: Company,
  books: Books,
  { id, kind, subject, payment }: Ledger['cases'][number],
): Case | null {
  const keyOf = (keys: Iterable<string>, wanted: string | null): string | undefined =>
    [...keys].find((key) => ids.get(key) === wanted)
  const paymentKey = payment === null ? undefined : keyOf(books.payments.keys(), payment)
  if (paymentKey === undefined) return null
  const refund = subject === payment ? null : (keyOf(books.refunds.keys(), subject) ?? null)
  return { id, kind, payment: paymentKey, refund, state: 'open' }
}

function isJustified(books: Books, found: Case, differing: ReadonlySet<string>): boolean {
  const refund = found.refund === null ? null : books.refunds.get(found.refund)!
  switch (found.kind) {
    case 'late_charge':
      return books.payments.get(found.payment)!.lateOf !== null
    case 'refund_after_return':
      return refund?.failure === 'after_return'
    case 'mismatch':
      return books.mismatchInjected
    default: {
      const difference = differenceKey(found)
      return differing.has(difference) || (books.priorDifferences?.has(difference) ?? false)
    }
  }
}

/** Returns cases whose state differs from the model's, and cases that are missing. */
export function compareCases(books: Books, { cases }: Ledger): string[] {
  const unexpected = cases
    .filter((row) => books.cases.get(row.id)?.state !== row.state)
    .map((row) => `case should be ${books.cases.get(row.id)?.state ?? 'none'}: ${JSON.stringify(row)}`)
  const known = new Set(
    [...books.cases.values()].map(({ kind, payment, refund }) => `${kind} ${refund ?? payment}`),
  )
  const wanted = [
    ...[...books.payments.values()].flatMap(({ key, lateOf, status, failure }) => [
      ...(lateOf === null ? [] : [`late_charge ${key}`]),
      ...(status === 'error' && failure === 'mismatch' ? [`mismatch ${key}`] : []),
    ]),
    ...[...books.refunds.values()].flatMap(({ key, status, failure }) => [
      ...(failure === 'after_return' ? [`refund_after_return ${key}`] : []),
      ...(status === 'waiting' && failure === 'mismatch' ? [`mismatch ${key}`] : []),
    ]),
  ]
  return [...unexpected, ...wanted.filter((one) => !known.has(one)).map((one) => `case is missing: ${one}`)]
}

/**
 * Checks, after the quiet period, that each difference has a case that is open or closed by a person, and
 * that no other case is open.
 */
export function checkCasesAtRest(books: Books): string[] {
  const differing = findDifferences(books)
  const cases = [...books.cases.values()].filter(isReconciliationCase)
  const kept = new Set(cases.filter(({ state }) => state !== 'resolved').map(differenceKey))
  return [
    ...[...differing].filter((one) => !kept.has(one)).map((one) => `no case was opened for ${one}`),
    ...cases
      .filter((one) => one.state === 'open' && !differing.has(differenceKey(one)))
      .map((one) => `${differenceKey(one)} no longer differs, but its case is open`),
  ]
}
