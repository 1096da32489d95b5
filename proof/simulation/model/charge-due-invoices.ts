import type { ChargeTrouble } from '../commands.ts'
import { type Books, type ChargeAttempt, type Invoice, OK, type Payment, type ReplySummary } from './books.ts'
import { endConsent, findActiveConsentIndex } from './consents.ts'
import { addDays, multiplyPpm, payable, remaining, reserved, today } from './figures.ts'
import type { ChargeDueOperation, PayOperation } from './operations.ts'
import {
  chargePayment,
  countDeclines,
  isRetryable,
  MAX_DECLINES,
  restartPayment,
  startPayment,
} from './payments.ts'
import { isOnAgreedPlan } from './plans/installments.ts'
import { AUTO_PAYER, isSurcharged } from './processor/processor.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REVERSAL_WINDOW_MS = 180 * DAY_MS
const NOTICE_DAYS = 3
/** A notice that is this old counts no longer: its charge is announced again. */
const NOTICE_HOLDS_MS = 14 * DAY_MS
/** Days after the first, second and third failure. */
const RETRY_DAYS = [1, 2, 2]
const CRASHES: readonly ChargeTrouble[] = ['intended', 'called', 'unsettled', 'settled']

/** Handles returned charges, sends notices and charges due invoices. */
export function chargeDueInvoices(books: Books, { trouble }: ChargeDueOperation): ReplySummary {
  for (const one of books.attempts) if (wasReversed(books, one)) settleAttempt(books, one)
  for (const invoice of findCoveredInvoices(books, addDays(today(books), NOTICE_DAYS)))
    sendNotice(books, invoice)
  const open = books.attempts.filter((one) => one.state === 'open' && (one.nextAt ?? 0) <= books.now)
  for (const one of open.sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1)))
    if (continueAttempt(books, one, trouble) === 'died') return OK
  for (const invoice of findCoveredInvoices(books, today(books))) {
    const one = startAttempt(books, invoice)
    if (one && continueAttempt(books, one, trouble) === 'died') return OK
  }
  return OK
}

interface Coverage {
  readonly consent: number
  /** The amount to be charged, including the surcharge. */
  readonly total: bigint
  /** The notice with the largest total of those that still hold. */
  readonly notice: { readonly total: bigint; readonly at: number } | null
  /** No attempt before this time, because an earlier one failed. */
  readonly nextAt: number | null
}

/** Returns the consent that covers an invoice and the state of its collection; null when none covers it. */
function findCoverage(books: Books, invoice: Invoice): Coverage | null {
  const index = findActiveConsentIndex(books, invoice.customer)
  const consent = books.consents[index]
  if (!consent || invoice.state !== 'open' || remaining(books, invoice) === 0n) return null
  if (invoice.due < consent.sinceDate && invoice.issuedAt! <= consent.since) return null
  if (hasReversedShare(books, invoice) || isOnAgreedPlan(books, invoice.key)) return null
  const last = attemptsOf(books, invoice).findLast((one) => one.state === 'failed' || one.state === 'paid')
  if (last && (last.state === 'paid' || last.nextAt === null)) return null
  const ppm = isSurcharged(books.methods[consent.method]!.method) ? books.surchargePpm : 0n
  const amount = payable(books, invoice)
  const notice = books.notices
    .filter((one) => one.invoice === invoice.key && one.consent === index)
    .filter((one) => one.at > books.now - NOTICE_HOLDS_MS)
    .sort((a, b) => (a.total < b.total ? 1 : -1))[0]
  return {
    consent: index,
    total: amount + multiplyPpm(amount, ppm),
    notice: notice ?? null,
    nextAt: last?.nextAt ?? null,
  }
}

const attemptsOf = ({ attempts }: Books, invoice: Invoice): ChargeAttempt[] =>
  attempts.filter((one) => one.invoice === invoice.key)

/** Staff decide about an invoice with a refund or return. */
const hasReversedShare = (books: Books, invoice: Invoice): boolean =>
  [...books.payments.values()].some((payment) =>
    payment.shares.some((one) => one.invoice === invoice.key && one.reversed > 0n),
  )

const findCoveredInvoices = (books: Books, until: string): Invoice[] =>
  [...books.invoices.values()]
    .filter((invoice) => invoice.due <= until && findCoverage(books, invoice) !== null)
    .sort((a, b) => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1))

/** A charge must not exceed the announced total. */
const needsNotice = ({ total, notice }: Coverage): boolean =>
  total > 0n && (notice === null || notice.total < total)

/** No payment of the invoice is in progress, and the charge was announced. */
const isChargeable = (books: Books, invoice: Invoice, coverage: Coverage): boolean =>
  reserved(books, invoice) === 0n && !needsNotice(coverage)

/** A repeated notice of the same amount takes the place of the one that lapsed. */
function sendNotice(books: Books, invoice: Invoice): void {
  const coverage = findCoverage(books, invoice)!
  if (!needsNotice(coverage)) return
  const { consent, total } = coverage
  const notice = { invoice: invoice.key, consent, total, at: books.now }
  books.notices = books.notices.filter(
    (one) => one.invoice !== notice.invoice || one.consent !== consent || one.total !== total,
  )
  books.notices.push(notice)
}

/** Starts at most one attempt at a time, not before the due date, a day after the notice, or the retry time. */
function startAttempt(books: Books, invoice: Invoice): ChargeAttempt | null {
  const coverage = findCoverage(books, invoice)
  if (!coverage || !isChargeable(books, invoice, coverage)) return null
  if (!isDue(books, coverage) || attemptsOf(books, invoice).some((one) => one.state === 'open')) return null
  const no = attemptsOf(books, invoice).length + 1
  const one: ChargeAttempt = {
    id: '',
    invoice: invoice.key,
    no,
    consent: coverage.consent,
    amount: payable(books, invoice),
    startedAt: books.now,
    state: 'open',
    request: `attempt ${no} of ${invoice.key}`,
    hasPayment: false,
    nextAt: null,
    settledAt: null,
  }
  books.attempts.push(one)
  return one
}

/** A day after the latest notice, which may have been repeated since an attempt began, and at the retry time. */
const isDue = (books: Books, { notice, nextAt }: Coverage): boolean =>
  books.now >= notice!.at + DAY_MS && books.now >= (nextAt ?? 0)

/** Charges the invoice unless it was charged already, then settles the attempt. */
function continueAttempt(books: Books, one: ChargeAttempt, trouble: ChargeTrouble): 'died' | null {
  const before = books.payments.get(one.request)
  if (before && !isRetryable(before)) {
    settleAttempt(books, one)
    return null
  }
  const invoice = books.invoices.get(one.invoice)!
  const coverage = findCoverage(books, invoice)
  const same = coverage?.consent === one.consent && payable(books, invoice) === one.amount
  if (!same || !isChargeable(books, invoice, coverage) || !isDue(books, coverage)) {
    Object.assign(one, { state: 'abandoned', settledAt: books.now })
    return null
  }
  if (countDeclines(books, invoice) < MAX_DECLINES) {
    const operation = buildPayOperation(books, one, trouble)
    chargePayment(
      books,
      before ? restartPayment(books, before) : startPayment(books, invoice, operation, AUTO_PAYER),
      operation,
    )
    if (CRASHES.includes(trouble)) return 'died'
  }
  settleAttempt(books, one)
  if (!books.payments.has(one.request)) one.nextAt = books.now + HOUR_MS
  return null
}

function buildPayOperation(books: Books, one: ChargeAttempt, trouble: ChargeTrouble): PayOperation {
  const { customer, method: storedMethod } = books.consents[one.consent]!
  const { method } = books.methods[storedMethod]!
  const { request: key, invoice, amount } = one
  const rest = { by: 'portal', store: false, agree: false, trouble } as const
  return { op: 'pay', request: key, invoice, customer, method, storedMethod, amount, ...rest }
}

/** A final payment determines the state of the attempt. A pending payment leaves it open. */
function settleAttempt(books: Books, one: ChargeAttempt): void {
  const payment = books.payments.get(one.request)
  if (!payment) return
  if (payment.status === 'rejected') failAttempt(books, one, payment)
  else if (one.state === 'paid') return
  else if (payment.status === 'confirmed' || payment.status === 'refunded')
    Object.assign(one, { state: 'paid', hasPayment: true, nextAt: null, settledAt: books.now })
  else if (isRetryable(payment) || !one.hasPayment)
    Object.assign(one, { hasPayment: true, nextAt: isRetryable(payment) ? books.now + HOUR_MS : null })
}

const wasReversed = (books: Books, one: ChargeAttempt): boolean =>
  one.state === 'paid' &&
  one.settledAt! >= books.now - REVERSAL_WINDOW_MS &&
  books.payments.get(one.request)!.status === 'rejected'

function failAttempt(books: Books, one: ChargeAttempt, payment: Payment): void {
  const reaction = classifyFailure(payment)
  const failures = attemptsOf(books, books.invoices.get(one.invoice)!).filter(
    ({ state }) => state === 'failed',
  )
  const gap = reaction === 'retry' && one.state !== 'paid' ? RETRY_DAYS[failures.length] : undefined
  const hour = books.now - (books.now % HOUR_MS)
  const nextAt = gap === undefined ? null : hour + gap * DAY_MS
  Object.assign(one, { state: 'failed', hasPayment: true, nextAt, settledAt: books.now })
  if (reaction === 'disable') endConsent(books, payment.customer, 'declined', payment.storedMethod!)
}

/** `disable`: the method can no longer be charged. `stop`: the payer has to act. */
function classifyFailure({ failure, method }: Payment): 'retry' | 'stop' | 'disable' {
  if (failure === 'disputed' || failure === 'returned') return 'disable'
  if (failure === 'voided') return 'stop'
  if (failure !== 'declined') return 'retry'
  if (method === 'stolenLater') return 'disable'
  return method === 'challenged' ? 'stop' : 'retry'
}
