import { agreeByPayments } from '../model/agreements.ts'
import type { Books, MethodName, Payment, Try } from '../model/books.ts'
import { isLate, observeLate } from '../model/late-charges.ts'
import { observe } from '../model/payment-moves.ts'
import { observeOutside, observeRefund } from '../model/refunds.ts'
import type { Company } from '../world/company.ts'
import { last4Of } from '../world/wire.ts'
import { learnOfCases } from './cases.ts'
import type { Ledger } from './ledger.ts'

/** Learns by what ids the product calls what is new, and what it found out by itself about doubtful payments. */
export function learn(company: Company, books: Books, ledger: Ledger): void {
  const { ids } = company
  const known = new Set(ids.values())
  for (const row of ledger.invoices) {
    const imported = [...books.invoices.values()].find((one) => one.number === row.number)
    if (imported) ids.set(imported.key, row.id)
  }
  bind(ids, known, [...books.invoices.keys()], ledger.invoices)
  bind(ids, known, [...books.memos.keys()], ledger.memos)
  for (const invoice of books.invoices.values()) invoice.id = ids.get(invoice.key) ?? ''
  for (const one of books.tries) one.id = tryIn(ledger, ids, one)?.id ?? ''
  const requestOf = requestsIn(company, books)
  for (const { request, id } of [...ledger.payments, ...ledger.refunds, ...ledger.applications])
    if (request !== 'outside') ids.set(requestOf(request), id)
  learnOfRefunds(company, books, ledger)
  for (const seen of ledger.payments) {
    const payment = books.payments.get(requestOf(seen.request))
    if (payment) observe(books, payment, seen)
  }
  learnOfLateCharges(books, ledger, requestOf)
  for (const { request, ref, chargeRef } of ledger.payments) {
    const payment = books.payments.get(requestOf(request))
    // What the processor calls it is the processor's to choose.
    if (payment) Object.assign(payment, { ref, chargeRef })
  }
  for (const seen of ledger.refunds) {
    const refund = books.refunds.get(seen.request)
    if (refund && seen.afterReturn) observeRefund(books, refund, seen.status)
  }
  bindOutside(company, books, ledger)
  learnOfCases(company, books, ledger)
  agreeByPayments(books, (key) => placeOfConsent(ledger, ids.get(key)))
  for (const [place, { customer, method }] of books.methods.entries())
    company.methods[place] ??= methodOf(company, ledger, customer, method) ?? `nothing for method ${place}`
}

type SeenRefund = Ledger['refunds'][number]

/** In the order in which they were booked, as each takes what the ones before it left. */
function learnOfRefunds(company: Company, books: Books, { refunds }: Ledger): void {
  const { ids } = company
  const place = ({ booked }: SeenRefund): number => booked ?? 0
  const known = new Set(ids.values())
  for (const seen of [...refunds].sort((a, b) => place(a) - place(b))) {
    const refund = books.refunds.get(seen.request)
    if (refund && !seen.afterReturn) observeRefund(books, refund, seen.status)
    const payment = [...books.payments.values()].find((one) => ids.get(one.key) === seen.payment)
    const isNew = seen.request === 'outside' && !known.has(seen.id)
    if (payment && isNew && !isBooked(company, books, payment, seen))
      observeOutside(books, payment, BigInt(seen.amount))
  }
}

/** The model has booked one that nobody has bound to a row yet. */
const isBooked = ({ ids }: Company, books: Books, { key }: Payment, { amount }: SeenRefund): boolean =>
  [...books.refunds.values()].some(
    (one) => one.outside && one.payment === key && `${one.amount}` === amount && !ids.has(one.key),
  )

/** What was given back at the processor's own desk has no request of ours: it is known by its payment and amount. */
function bindOutside({ ids }: Company, books: Books, { refunds }: Ledger): void {
  const known = new Set(ids.values())
  for (const { key, payment, amount, outside } of books.refunds.values()) {
    if (!outside || ids.has(key)) continue
    const row = refunds.find(
      (one) =>
        one.request === 'outside' &&
        one.payment === ids.get(payment) &&
        one.amount === `${amount}` &&
        !known.has(one.id),
    )
    if (!row) continue
    ids.set(key, row.id)
    known.add(row.id)
  }
}

const methodOf = (
  company: Company,
  ledger: Ledger,
  customer: number,
  method: MethodName,
): string | undefined =>
  ledger.methods.find(
    (row) =>
      row.customer === company.customers[customer]!.id &&
      row.last4 === last4Of(method) &&
      !company.methods.includes(row.id),
  )?.id

/** What has no name yet is named after what nobody knows yet. */
function bind(
  ids: Map<string, string>,
  known: ReadonlySet<string>,
  keys: readonly string[],
  rows: readonly { id: string }[],
): void {
  const fresh = rows.filter((row) => !known.has(row.id)).map((row) => row.id)
  for (const key of keys) {
    const id = ids.has(key) ? undefined : fresh.shift()
    if (id !== undefined) ids.set(key, id)
  }
}

/** What was replaced came before what stands. */
function placeOfConsent({ consents }: Ledger, payment: string | undefined): number | null {
  const consent = consents.find((one) => one.payment === payment)
  if (!consent) return null
  return consent.ended === null ? 1 : 0
}

const tryIn = (ledger: Ledger, ids: Company['ids'], one: Try): Ledger['tries'][number] | undefined =>
  ledger.tries.find((row) => row.no === one.no && row.invoice === ids.get(one.invoice))

/** By what key the model has what the product makes under a request of its own. */
function requestsIn({ ids }: Company, { tries, payments }: Books): (request: string) => string {
  const own = new Map(tries.map((one) => [`auto-${one.id}`, one.request]))
  for (const key of payments.keys()) own.set(`late.${ids.get(key)}`, `late ${key}`)
  return (request) => own.get(request) ?? request
}

/** News of money that came late may be late itself. */
function learnOfLateCharges(
  books: Books,
  { payments }: Ledger,
  requestOf: (request: string) => string,
): void {
  for (const { request, shares } of payments) {
    const key = requestOf(request)
    const attempt = key.startsWith('late ') ? books.payments.get(key.slice('late '.length)) : undefined
    if (attempt?.doubtful && isLate(attempt)) observeLate(books, attempt, BigInt(shares[0]?.amount ?? 0))
  }
}
