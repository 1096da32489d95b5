import {
  type Answer,
  type Books,
  type Invoice,
  OK,
  type Payment,
  refused,
  SILENCE,
  type StoredMethod,
  wrong,
} from './books.ts'
import { losesReply, payable, share } from './figures.ts'
import { currencyOf } from './invoices.ts'
import type { PayOperation } from './operations.ts'
import { firstCharge, isSurcharged } from './processor.ts'
import { releaseAll, settle } from './settle.ts'

const HOUR_MS = 3_600_000
const MOST_ATTEMPTS = 10
export const MOST_DECLINES = 5
const NOT_PAYABLE = refused(409, 'invoice_not_payable')
const TOO_MANY = refused(429, 'too_many_requests')
const UNAVAILABLE = refused(503, 'processor_unavailable')

/** A request is the same when its body and its address are. */
export const askedToPay = (operation: PayOperation): string =>
  [
    operation.invoice,
    operation.stored ?? operation.method,
    operation.amount,
    operation.store,
    operation.agree,
  ].join(' ')

/** Who may pay: a customer their own invoices, a link its one; never a draft or one that was voided. */
export const mayPay = (invoice: Invoice, who: { by: 'portal' | 'link'; customer: number }): boolean =>
  invoice.state !== 'draft' &&
  invoice.state !== 'void' &&
  (who.by === 'link' || who.customer === invoice.customer)

export function pay(books: Books, operation: PayOperation): Answer {
  const invoice = books.invoices.get(operation.invoice)!
  if (!mayPay(invoice, operation)) return refused(404, 'invoice_unknown')
  const before = books.payments.get(operation.request)
  if (before && !isRetryable(before)) return replay(before, operation)
  const payer = payerOf(books, invoice, operation)
  const problem =
    checkForm(books, invoice, operation, payable(books, invoice) + held(books, invoice, payer)) ??
    takeAttempt(books, invoice, payer)
  if (problem && problem !== TOO_MANY) return problem
  for (const own of ownAttempts(books, invoice, payer)) letGoOf(books, own)
  if (problem || declines(books, invoice) >= MOST_DECLINES) return TOO_MANY
  const late = checkAmount(books, operation, payable(books, invoice))
  if (late) return late
  if (before && before.asked !== askedToPay(operation)) return refused(409, 'request_id_reused')
  if (operation.trouble === 'before') return SILENCE
  return charge(
    books,
    before ? startAgain(books, before) : start(books, invoice, operation, payer),
    operation,
  )
}

/** Who pays, as attempts are kept: a customer in the portal, or the holder of one pay link. */
export const payerOf = (
  books: Books,
  invoice: Invoice,
  who: { by: 'portal' | 'link'; customer: number },
): string =>
  who.by === 'link' ? `link ${invoice.key} ${generationOf(books, invoice)}` : `portal ${who.customer}`

const MONTH_MS = 30 * 86_400_000

/** Which of an invoice's links is used: another one each month, as a link lives for three, and when its links ended. */
export const generationOf = ({ now }: Books, { links }: Invoice): string =>
  `${links} of month ${Math.floor(now / MONTH_MS)}`

/** Every link of an invoice goes to the same people. */
const isSame = (one: string, other: string): boolean =>
  one === other || (one.startsWith('link ') && other.startsWith('link '))

/** Attempts of a payer that wait for their own answer. Paying in another way lets go of them first. */
const ownAttempts = (books: Books, invoice: Invoice, payer: string): Payment[] =>
  [...books.payments.values()].filter(
    (payment) =>
      payment.status === 'input' &&
      payment.asks &&
      isSame(payment.payer, payer) &&
      payment.shares.some((one) => one.invoice === invoice.key && one.state === 'reserved'),
  )

/** What those have set aside. */
export const held = (books: Books, invoice: Invoice, payer: string): bigint =>
  ownAttempts(books, invoice, payer).reduce((sum, payment) => sum + payment.amount, 0n)

/** The processor lets go of what still waits there; otherwise it says what became of it. */
function letGoOf(books: Books, payment: Payment): void {
  const { charge: known } = payment
  if (known?.status === 'input') Object.assign(known, { status: 'rejected', reason: 'voided' })
  settle(books, payment)
}

export const isRetryable = (payment: Payment): boolean =>
  payment.status === 'error' && payment.failure === 'unavailable'

function replay(payment: Payment, operation: PayOperation): Answer {
  if (payment.asked !== askedToPay(operation)) return refused(409, 'request_id_reused')
  return payment.method === 'order' ? tellOfOrder(payment, payment.ref !== null) : tell(payment, true)
}

/** An order is answered by its reference; as long as that is not known, its request has to be made again. */
function tellOfOrder(payment: Payment, known: boolean): Answer {
  if (known && payment.status !== 'rejected' && payment.status !== 'waiting') return OK
  const told = tell(payment, true)
  return told === OK ? refused(409, 'in_progress') : told
}

/** How a payment stands, told to its payer. */
export function tell(payment: Payment, again: boolean): Answer {
  if (again && payment.status === 'input' && !payment.asks) return refused(409, 'in_progress')
  if (isRetryable(payment)) return UNAVAILABLE
  return payment.status === 'rejected' && payment.captured === 0n ? refused(402, 'payment_failed') : OK
}

function checkForm(books: Books, invoice: Invoice, operation: PayOperation, most: bigint): Answer | null {
  const { stored } = operation
  if (most <= 0n) return NOT_PAYABLE
  if (stored !== null && operation.by === 'link') return refused(403, 'code_required')
  if (stored !== null && !isTheirs(books.methods[stored], invoice.customer)) return refused(404, 'not_found')
  return checkAmount(books, operation, most)
}

function checkAmount({ partial }: Books, { amount }: PayOperation, most: bigint): Answer | null {
  if (most <= 0n) return NOT_PAYABLE
  return amount <= 0n || amount > most || (!partial && amount !== most) ? wrong('amount') : null
}

const isTheirs = (method: StoredMethod | undefined, customer: number): boolean =>
  method !== undefined && method.removedAt === null && method.customer === customer

/** Ten attempts an hour for one payer and invoice, counted before anything is tried. */
function takeAttempt(books: Books, invoice: Invoice, payer: string): Answer | null {
  const key = `${invoice.key} ${payer}`
  const known = books.attempts.get(key)
  const fresh = !known || known.since < books.now - HOUR_MS
  const count = fresh ? { since: books.now, hits: 1 } : { since: known.since, hits: known.hits + 1 }
  books.attempts.set(key, count)
  return count.hits > MOST_ATTEMPTS ? TOO_MANY : null
}

export const declines = (books: Books, invoice: Invoice): number =>
  [...books.payments.values()].filter(
    (payment) =>
      payment.status === 'rejected' &&
      payment.failure === 'declined' &&
      payment.createdAt >= books.now - HOUR_MS &&
      payment.shares.some((one) => one.invoice === invoice.key),
  ).length

export function start(books: Books, invoice: Invoice, operation: PayOperation, payer: string): Payment {
  const ppm = isSurcharged(operation.method) ? books.surchargePpm : 0n
  const payment: Payment = {
    key: operation.request,
    customer: invoice.customer,
    method: operation.method,
    asked: askedToPay(operation),
    status: 'input',
    failure: null,
    amount: operation.amount,
    surcharge: share(operation.amount, ppm),
    captured: 0n,
    refunded: 0n,
    surchargeRefunded: 0n,
    unapplied: 0n,
    shares: [{ invoice: invoice.key, amount: operation.amount, reversed: 0n, state: 'reserved' }],
    store: (operation.store || operation.agree) && operation.stored === null,
    stored: operation.stored,
    agree: operation.agree,
    payer,
    createdAt: books.now,
    receivedOn: null,
    calledAt: books.now,
    posted: false,
    asks: false,
    ref: null,
    chargeRef: null,
    lateOf: null,
    heldBack: operation.heldBack ?? null,
    doubtful: false,
    charge: null,
  }
  books.payments.set(payment.key, payment)
  return payment
}

export function startAgain(books: Books, payment: Payment): Payment {
  payment.status = 'input'
  payment.failure = null
  payment.calledAt = books.now
  for (const one of payment.shares) one.state = 'reserved'
  return payment
}

/** The call and what is committed of it. What the product was not told it has to find out. */
export function charge(books: Books, payment: Payment, { trouble, invoice }: PayOperation): Answer {
  if (trouble === 'rateLimited' || trouble === 'unavailable') {
    payment.status = 'error'
    payment.failure = 'unavailable'
    for (const one of payment.shares) one.state = 'released'
    return UNAVAILABLE
  }
  const arrives = trouble !== 'intended' && trouble !== 'timeoutBefore' && trouble !== 'resetBefore'
  const total = payment.amount + payment.surcharge
  const lost =
    payment.method !== 'order' && losesReply(total, currencyOf(books, books.invoices.get(invoice)!))
  if (arrives && payment.method !== 'manual') payment.charge = firstCharge(books, payment, lost)
  if (trouble === 'intended' || trouble === 'called' || trouble === 'unsettled') {
    payment.doubtful = true
    return SILENCE
  }
  const rejected = payment.charge?.status === 'rejected'
  const unheard = trouble?.startsWith('timeout') || trouble?.startsWith('reset') || (lost && !rejected)
  if (unheard) {
    payment.status = 'waiting'
    payment.doubtful = true
  } else if (rejected) releaseAll(payment, 'declined')
  else if (trouble === 'wrongAmount' || trouble === 'wrongCurrency') mistrust(payment)
  else settle(books, payment)
  if (trouble === 'settled') return SILENCE
  return payment.method === 'order' ? tellOfOrder(payment, payment.asks) : tell(payment, false)
}

/** The processor speaks of another amount: nothing is booked, and what was set aside stays so. */
export function mistrust(payment: Payment): void {
  payment.status = 'error'
  payment.failure = 'mismatch'
  payment.doubtful = true
}
