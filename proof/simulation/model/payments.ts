import {
  type Books,
  type Invoice,
  invalidField,
  NO_REPLY,
  OK,
  type Payment,
  type ReplySummary,
  refusal,
  type Share,
  type StoredMethod,
} from './books.ts'
import { findActiveConsentIndex } from './consents.ts'
import { losesResponse, min, multiplyPpm, payable } from './figures.ts'
import { currencyOf } from './invoices.ts'
import type { PayOperation } from './operations.ts'
import { payableOfInstallment } from './plans/installments.ts'
import { createCharge, isSurcharged } from './processor/processor.ts'
import { rejectPayment, settlePayment } from './settle-payment.ts'

const HOUR_MS = 3_600_000
const MAX_ATTEMPTS = 10
export const MAX_DECLINES = 5
const NOT_PAYABLE = refusal(409, 'invoice_not_payable')
export const TOO_MANY = refusal(429, 'too_many_requests')
const UNAVAILABLE = refusal(503, 'processor_unavailable')

/** A repeated request has the same path and body. */
export const fingerprint = (operation: PayOperation): string =>
  [
    operation.invoice,
    operation.storedMethod ?? operation.method,
    operation.amount,
    JSON.stringify(operation.lines?.map(({ invoice, shown }) => [invoice, `${shown}`])),
    `${operation.credit}`,
    JSON.stringify(operation.installment),
    operation.store,
    operation.agree,
  ].join(' ')

/** Customers can pay their own invoices, a pay link its own. Drafts and void invoices can't be paid. */
export const canPay = (invoice: Invoice, who: { by: 'portal' | 'link'; customer: number }): boolean =>
  invoice.state !== 'draft' &&
  invoice.state !== 'void' &&
  (who.by === 'link' || who.customer === invoice.customer)

export function pay(books: Books, operation: PayOperation): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  if (!canPay(invoice, operation)) return refusal(404, 'invoice_unknown')
  const before = books.payments.get(operation.request)
  if (before && !isRetryable(before)) return replay(before, operation)
  const payer = payerKey(books, invoice, operation)
  const held = reservedByChallenges(books, invoice, payer)
  const whole = payable(books, invoice) + held
  const part = operation.installment
    ? payableOfInstallment(books, operation.installment, invoice, held)
    : whole
  if (whole > 0n && part === 0n) return invalidField('installment_id')
  const problem =
    checkForm(books, invoice, operation, min(whole, part)) ?? countAttempt(books, invoice.key, payer)
  if (problem && problem !== TOO_MANY) return problem
  for (const attempt of findChallengedAttempts(books, invoice, payer)) cancelAttempt(books, attempt)
  if (problem || countDeclines(books, invoice) >= MAX_DECLINES) return TOO_MANY
  const amountProblem = recheckAmount(books, invoice, operation)
  if (amountProblem) return amountProblem
  if (before && before.requestFingerprint !== fingerprint(operation)) return refusal(409, 'request_id_reused')
  if (operation.trouble === 'before') return NO_REPLY
  return chargePayment(
    books,
    before ? restartPayment(books, before) : startPayment(books, invoice, operation, payer),
    operation,
  )
}

/** Checks the amount again after attempts were canceled, some of which may turn out to be paid. */
function recheckAmount(books: Books, invoice: Invoice, operation: PayOperation): ReplySummary | null {
  const whole = payable(books, invoice)
  if (whole <= 0n || !operation.installment) return checkAmount(books, operation, whole)
  const part = payableOfInstallment(books, operation.installment, invoice)
  return part === 0n ? invalidField('installment_id') : checkAmount(books, operation, min(whole, part))
}

/** Identifies the payer of an attempt: a portal customer or the holder of a pay link. */
export const payerKey = (
  books: Books,
  invoice: Invoice,
  who: { by: 'portal' | 'link'; customer: number },
): string =>
  who.by === 'link' ? `link ${invoice.key} ${payLinkGeneration(books, invoice)}` : `portal ${who.customer}`

const MONTH_MS = 30 * 86_400_000

/**
 * Identifies the pay link in use. It changes every month, well within a link's life of three, and when older
 * links are invalidated.
 */
export const payLinkGeneration = ({ now }: Books, { linkGeneration }: Invoice): string =>
  `${linkGeneration} of month ${Math.floor(now / MONTH_MS)}`

/** All links of an invoice go to the same people. */
const isSamePayer = (one: string, other: string): boolean =>
  one === other || (one.startsWith('link ') && other.startsWith('link '))

/** Attempts of this payer that wait for a challenge. The payer's next attempt cancels them. */
export const findChallengedAttempts = (books: Books, invoice: Invoice, payer: string): Payment[] =>
  [...books.payments.values()].filter(
    (payment) =>
      payment.status === 'input' &&
      payment.isChallenged &&
      isSamePayer(payment.payer, payer) &&
      payment.shares.some((one) => one.invoice === invoice.key && one.state === 'reserved'),
  )

/** The amount reserved by these attempts. */
export const reservedByChallenges = (books: Books, invoice: Invoice, payer: string): bigint =>
  findChallengedAttempts(books, invoice, payer)
    .flatMap(({ shares }) => shares)
    .reduce((sum, one) => (one.invoice === invoice.key ? sum + one.amount : sum), 0n)

/** Cancels a charge that waits for its payer. Any other charge is settled. */
export function cancelAttempt(books: Books, payment: Payment): void {
  const { charge } = payment
  if (charge?.status === 'input') Object.assign(charge, { status: 'rejected', reason: 'voided' })
  settlePayment(books, payment)
}

export const isRetryable = (payment: Payment): boolean =>
  payment.status === 'error' && payment.failure === 'unavailable'

export function replay(payment: Payment, operation: PayOperation): ReplySummary {
  if (payment.requestFingerprint !== fingerprint(operation)) return refusal(409, 'request_id_reused')
  return payment.method === 'order'
    ? replyForOrder(payment, payment.ref !== null)
    : replyForPayment(payment, true)
}

/** A reply to an order needs the order's reference. Without it, the request has to be repeated. */
function replyForOrder(payment: Payment, known: boolean): ReplySummary {
  if (known && payment.status !== 'rejected' && payment.status !== 'waiting') return OK
  const reply = replyForPayment(payment, true)
  return reply === OK ? refusal(409, 'in_progress') : reply
}

/** The reply to the payer about the state of the payment. */
export function replyForPayment(payment: Payment, again: boolean): ReplySummary {
  if (again && payment.status === 'input' && !payment.isChallenged) return refusal(409, 'in_progress')
  if (isRetryable(payment)) return UNAVAILABLE
  return payment.status === 'rejected' && payment.captured === 0n ? refusal(402, 'payment_failed') : OK
}

function checkForm(
  books: Books,
  invoice: Invoice,
  operation: PayOperation,
  max: bigint,
): ReplySummary | null {
  const { storedMethod } = operation
  if (max <= 0n) return NOT_PAYABLE
  if (storedMethod !== null && operation.by === 'link') return refusal(403, 'code_required')
  if (storedMethod !== null && !isUsableBy(books.methods[storedMethod], invoice.customer))
    return refusal(404, 'not_found')
  return checkAmount(books, operation, max) ?? checkConsent(books, invoice, operation)
}

/** A pay link never replaces a consent: its holder doesn't enter the emailed code here. */
function checkConsent(books: Books, { customer }: Invoice, { agree, by }: PayOperation): ReplySummary | null {
  const isProtected = by === 'link' && findActiveConsentIndex(books, customer) !== -1
  return agree && isProtected ? invalidField('enable_auto_payments') : null
}

export function checkAmount({ partial }: Books, { amount }: PayOperation, max: bigint): ReplySummary | null {
  if (max <= 0n) return NOT_PAYABLE
  return amount <= 0n || amount > max || (!partial && amount !== max) ? invalidField('amount') : null
}

export const isUsableBy = (method: StoredMethod | undefined, customer: number): boolean =>
  method !== undefined && method.removedAt === null && method.customer === customer

/** Counts an attempt before anything else. Ten attempts an hour are allowed for each payer and invoice, and for several. */
export function countAttempt(books: Books, target: string, payer: string): ReplySummary | null {
  const key = `${target} ${payer}`
  const known = books.attemptCounts.get(key)
  const fresh = !known || known.since < books.now - HOUR_MS
  const count = fresh ? { since: books.now, hits: 1 } : { since: known.since, hits: known.hits + 1 }
  books.attemptCounts.set(key, count)
  return count.hits > MAX_ATTEMPTS ? TOO_MANY : null
}

export const countDeclines = (books: Books, invoice: Invoice): number =>
  [...books.payments.values()].filter(
    (payment) =>
      payment.status === 'rejected' &&
      payment.failure === 'declined' &&
      payment.createdAt >= books.now - HOUR_MS &&
      payment.shares.some((one) => one.invoice === invoice.key),
  ).length

export function startPayment(
  books: Books,
  invoice: Invoice,
  operation: PayOperation,
  payer: string,
  shares: Pick<Share, 'invoice' | 'amount'>[] = [{ invoice: invoice.key, amount: operation.amount }],
): Payment {
  const ppm = isSurcharged(operation.method) ? books.surchargePpm : 0n
  const payment: Payment = {
    key: operation.request,
    customer: invoice.customer,
    method: operation.method,
    requestFingerprint: fingerprint(operation),
    status: 'input',
    failure: null,
    amount: operation.amount,
    surcharge: multiplyPpm(operation.amount, ppm),
    captured: 0n,
    refunded: 0n,
    surchargeRefunded: 0n,
    unapplied: 0n,
    shares: shares.map((one) => ({ ...one, reversed: 0n, state: 'reserved' })),
    store: (operation.store || operation.agree) && operation.storedMethod === null,
    storedMethod: operation.storedMethod,
    agree: operation.agree,
    payer,
    createdAt: books.now,
    receivedOn: null,
    calledAt: books.now,
    posted: false,
    isChallenged: false,
    ref: null,
    chargeRef: null,
    lateOf: null,
    delayedCharge: operation.delayedCharge ?? null,
    doubtful: false,
    charge: null,
  }
  books.payments.set(payment.key, payment)
  return payment
}

export function restartPayment(books: Books, payment: Payment): Payment {
  payment.status = 'input'
  payment.failure = null
  payment.calledAt = books.now
  for (const one of payment.shares) one.state = 'reserved'
  return payment
}

/** Sends the charge request and commits its outcome. A lost outcome leaves the payment doubtful. */
export function chargePayment(
  books: Books,
  payment: Payment,
  { trouble, invoice }: PayOperation,
): ReplySummary {
  if (trouble === 'rateLimited' || trouble === 'unavailable') {
    payment.status = 'error'
    payment.failure = 'unavailable'
    for (const one of payment.shares) one.state = 'released'
    return UNAVAILABLE
  }
  const arrives = trouble !== 'intended' && trouble !== 'timeoutBefore' && trouble !== 'resetBefore'
  const total = payment.amount + payment.surcharge
  const lost =
    payment.method !== 'order' && losesResponse(total, currencyOf(books, books.invoices.get(invoice)!))
  if (arrives && payment.method !== 'manual') payment.charge = createCharge(books, payment, lost)
  if (trouble === 'intended' || trouble === 'called' || trouble === 'unsettled') {
    payment.doubtful = true
    return NO_REPLY
  }
  const rejected = payment.charge?.status === 'rejected'
  const isOutcomeUnknown =
    trouble?.startsWith('timeout') || trouble?.startsWith('reset') || (lost && !rejected)
  if (isOutcomeUnknown) {
    payment.status = 'waiting'
    payment.doubtful = true
  } else if (rejected) rejectPayment(payment, 'declined')
  else if (trouble === 'wrongAmount' || trouble === 'wrongCurrency') quarantine(payment)
  else settlePayment(books, payment)
  if (trouble === 'settled') return NO_REPLY
  return payment.method === 'order'
    ? replyForOrder(payment, payment.isChallenged)
    : replyForPayment(payment, false)
}

/** The processor reports another amount: nothing is booked, and the reservation stays. */
export function quarantine(payment: Payment): void {
  payment.status = 'error'
  payment.failure = 'mismatch'
  payment.doubtful = true
}
