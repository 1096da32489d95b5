import type { Books, Case } from '../model/books.ts'
import { differenceOf, differencesIn, isCompared } from '../model/cases.ts'
import type { Company } from '../world/company.ts'
import type { Ledger } from './ledger.ts'

/**
 * When a day's comparison is made is the product's own affair. What it found has to have differed then, and what it closed
 * must not have: before the news of the hour was heard, or after.
 */
export function learnOfCases(company: Company, books: Books, { cases }: Ledger): void {
  const differing = differencesIn(books)
  for (const seen of cases) {
    const known = books.cases.get(seen.id)
    if (known) letGo(books, known, seen.state, differing)
    else {
      const found = caseOf(company, books, seen)
      if (found && isJustified(books, found, differing)) books.cases.set(found.id, found)
    }
  }
}

function letGo(books: Books, known: Case, seen: Case['state'], differing: ReadonlySet<string>): void {
  if (known.state !== 'open' || seen !== 'gone' || !isCompared(known) || books.differed === null) return
  const difference = differenceOf(known)
  if (!differing.has(difference) || !books.differed.has(difference)) known.state = 'gone'
}

function caseOf(
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
      return books.misled
    default: {
      const difference = differenceOf(found)
      return differing.has(difference) || (books.differed?.has(difference) ?? false)
    }
  }
}

/** Cases that the model does not have as the product has them, and what should be one and is none. */
export function casesApart(books: Books, { cases }: Ledger): string[] {
  const seen = cases
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
  return [...seen, ...wanted.filter((one) => !known.has(one)).map((one) => `there is no case: ${one}`)]
}

/** Once days have passed: what differs is a case that is open or that a person has closed, and nothing else is open. */
export function casesAtRest(books: Books): string[] {
  const differing = differencesIn(books)
  const cases = [...books.cases.values()].filter(isCompared)
  const kept = new Set(cases.filter(({ state }) => state !== 'gone').map(differenceOf))
  return [
    ...[...differing].filter((one) => !kept.has(one)).map((one) => `nobody is told of ${one}`),
    ...cases
      .filter((one) => one.state === 'open' && !differing.has(differenceOf(one)))
      .map((one) => `${differenceOf(one)} is a case still`),
  ]
}
