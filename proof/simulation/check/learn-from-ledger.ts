import type { Books, ChargeAttempt, MethodName, Payment } from '../model/books.ts'
import { applyPendingConsents } from '../model/consents.ts'
import { spendPendingCredit, type UsedCredit } from '../model/credit/credit-first.ts'
import { feeKey } from '../model/late-fees.ts'
import { observePayment } from '../model/payment-actions.ts'
import { isLateCharge, observeLateCharge } from '../model/processor/late-charges.ts'
import { observeOutsideRefund, observeRefund } from '../model/refunds.ts'
import type { Company } from '../world/company.ts'
import { getLast4 } from '../world/wire-format.ts'
import { learnCases } from './cases.ts'
import type { Ledger } from './read-ledger.ts'

/**
 * Binds the model's new objects to the product's ids, and adopts what the product learned about doubtful
 * payments.
 */
export function learnFromLedger(company: Company, books: Books, ledger: Ledger): void {
  const { ids } = company
  const known = new Set(ids.values())
  for (const row of ledger.invoices) {
    const imported = [...books.invoices.values()].find((one) => one.number === row.number)
    if (imported) ids.set(imported.key, row.id)
  }
  bindNewIds(ids, known, [...books.invoices.keys()], ledger.invoices)
  bindNewIds(ids, known, [...books.memos.keys()], ledger.memos)
  bindNewIds(ids, known, [...books.plans.keys()], ledger.plans)
  for (const { key } of books.plans.values()) {
    const row = ledger.plans.find(({ id }) => id === ids.get(key))
    for (const [at, id] of (row?.installments ?? []).entries()) ids.set(`installment ${at} of ${key}`, id)
  }
  for (const invoice of books.invoices.values()) invoice.id = ids.get(invoice.key) ?? ''
  for (const fee of books.fees) {
    const row = ledger.fees.find(
      (one) =>
        one.period === fee.period &&
        one.invoice === ids.get(fee.invoice) &&
        one.plan === (fee.plan === undefined ? null : ids.get(fee.plan)),
    )
    if (row) ids.set(feeKey(fee), row.id)
  }
  for (const one of books.attempts) one.id = findAttempt(ledger, ids, one)?.id ?? ''
  const requestOf = mapRequests(company, books)
  for (const { request, id } of [...ledger.payments, ...ledger.refunds, ...ledger.applications])
    if (request !== null && request !== 'outside') ids.set(requestOf(request), id)
  learnRefunds(company, books, ledger)
  for (const seen of ledger.payments) {
    const payment = books.payments.get(requestOf(seen.request))
    if (payment) observePayment(books, payment, seen)
  }
  learnLateCharges(books, ledger, requestOf)
  spendPendingCredit(books, (key) => ids.get(key) ?? '', usedCredit(company, ledger))
  bindCreditApplications(company, books, ledger)
  for (const { request, ref, chargeRef } of ledger.payments) {
    const payment = books.payments.get(requestOf(request))
    // The processor chooses its references.
    if (payment) Object.assign(payment, { ref, chargeRef })
  }
  for (const seen of ledger.refunds) {
    const refund = books.refunds.get(seen.request)
    if (refund && seen.afterReturn) observeRefund(books, refund, seen.status)
  }
  bindOutsideRefunds(company, books, ledger)
  learnCases(company, books, ledger)
  applyPendingConsents(books, (key) => rankConsent(ledger, ids.get(key)))
  for (const [index, { customer, method }] of books.methods.entries())
    company.methods[index] ??= findMethodId(company, ledger, customer, method) ?? `no id for method ${index}`
}

type SeenRefund = Ledger['refunds'][number]

/**
 * Processes refunds in the order of their ledger entries, because each depends on the amount that earlier
 * ones left.
 */
function learnRefunds(company: Company, books: Books, { refunds }: Ledger): void {
  const { ids } = company
  const sequenceOf = ({ booked }: SeenRefund): number => booked ?? 0
  const known = new Set(ids.values())
  for (const seen of [...refunds].sort((a, b) => sequenceOf(a) - sequenceOf(b))) {
    const refund = books.refunds.get(seen.request)
    if (refund && !seen.afterReturn) observeRefund(books, refund, seen.status)
    const payment = [...books.payments.values()].find((one) => ids.get(one.key) === seen.payment)
    const isNew = seen.request === 'outside' && !known.has(seen.id)
    if (payment && isNew && !isAwaitingId(company, books, payment, seen))
      observeOutsideRefund(books, payment, BigInt(seen.amount))
  }
}

/** Whether the model has booked this outside refund and not bound it to a row yet. */
const isAwaitingId = ({ ids }: Company, books: Books, { key }: Payment, { amount }: SeenRefund): boolean =>
  [...books.refunds.values()].some(
    (one) => one.outside && one.payment === key && `${one.amount}` === amount && !ids.has(one.key),
  )

/**
 * Binds refunds made in the processor's dashboard. They have no request id and are identified by payment and
 * amount.
 */
function bindOutsideRefunds({ ids }: Company, books: Books, { refunds }: Ledger): void {
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

const usedCredit =
  ({ ids }: Company, { creditPlans }: Ledger): UsedCredit =>
  (request, invoice) => {
    const plan = creditPlans.find((one) => one.request === request)
    const used = plan?.shares.find((one) => one.invoice === ids.get(invoice))?.used ?? null
    return used === null ? null : BigInt(used)
  }

/** Binds uses of credit memos that belong to the request of a payment. */
function bindCreditApplications({ ids }: Company, books: Books, { applications }: Ledger): void {
  const known = new Set(ids.values())
  for (const { key, memo, invoice, amount, requestFingerprint } of books.applications.values()) {
    if (requestFingerprint !== '' || ids.has(key)) continue
    const row = applications.find(
      (one) =>
        one.request === null &&
        one.memo === ids.get(memo) &&
        one.invoice === ids.get(invoice) &&
        one.amount === `${amount}` &&
        !known.has(one.id),
    )
    if (!row) continue
    ids.set(key, row.id)
    known.add(row.id)
  }
}

const findMethodId = (
  company: Company,
  ledger: Ledger,
  customer: number,
  method: MethodName,
): string | undefined =>
  ledger.methods.find(
    (row) =>
      row.customer === company.customers[customer]!.id &&
      row.last4 === getLast4(method) &&
      !company.methods.includes(row.id),
  )?.id

/** Binds keys without an id to unknown rows, in order. */
function bindNewIds(
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

/** Orders a replaced consent (0) before the current one (1); null when the payment has none. */
function rankConsent({ consents }: Ledger, payment: string | undefined): number | null {
  const consent = consents.find((one) => one.payment === payment)
  if (!consent) return null
  return consent.ended === null ? 1 : 0
}

const findAttempt = (
  ledger: Ledger,
  ids: Company['ids'],
  one: ChargeAttempt,
): Ledger['attempts'][number] | undefined =>
  ledger.attempts.find((row) => row.no === one.no && row.invoice === ids.get(one.invoice))

/** Returns a function that maps a request id, also one that the product generated, to the model's key. */
function mapRequests({ ids }: Company, { attempts, payments }: Books): (request: string) => string {
  const own = new Map(attempts.map((one) => [`auto-${one.id}`, one.request]))
  for (const key of payments.keys()) own.set(`late.${ids.get(key)}`, `late ${key}`)
  return (request) => own.get(request) ?? request
}

/** Adopts late charges whose event may itself have been delayed. */
function learnLateCharges(books: Books, { payments }: Ledger, requestOf: (request: string) => string): void {
  for (const { request, shares } of payments) {
    const key = requestOf(request)
    const attempt = key.startsWith('late ') ? books.payments.get(key.slice('late '.length)) : undefined
    if (attempt?.doubtful && isLateCharge(attempt))
      observeLateCharge(books, attempt, BigInt(shares[0]?.amount ?? 0))
  }
}
