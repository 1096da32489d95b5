import type { ChargeTrouble } from '../commands.ts'
import { end, standing } from './agreements.ts'
import { type Answer, type Books, type Invoice, OK, type Payment, type Try } from './books.ts'
import { payable, plusDays, remaining, reserved, share, today } from './figures.ts'
import type { ChargeOperation, PayOperation } from './operations.ts'
import { charge, declines, isRetryable, MOST_DECLINES, start, startAgain } from './payments.ts'
import { isSurcharged, NOBODY } from './processor.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOOKED_BACK_MS = 180 * DAY_MS
const NOTICE_DAYS = 3
/** After the first, second and third failure. */
const GAPS_DAYS = [1, 2, 2]
const CRASHES: readonly ChargeTrouble[] = ['intended', 'called', 'unsettled', 'settled']

/** Charges that came back are seen to, customers are told of what comes, and what is due is charged. */
export function chargeDue(books: Books, { trouble }: ChargeOperation): Answer {
  for (const one of books.tries) if (wasTakenBack(books, one)) settleTry(books, one)
  for (const invoice of coveredUntil(books, plusDays(today(books), NOTICE_DAYS))) notice(books, invoice)
  const open = books.tries.filter((one) => one.state === 'open' && (one.nextAt ?? 0) <= books.now)
  for (const one of open.sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1)))
    if (goOn(books, one, trouble) === 'died') return OK
  for (const invoice of coveredUntil(books, today(books))) {
    const one = begin(books, invoice)
    if (one && goOn(books, one, trouble) === 'died') return OK
  }
  return OK
}

interface Cover {
  readonly consent: number
  /** What would be taken, surcharge included. */
  readonly total: bigint
  /** What the customer was told at most, and when. */
  readonly told: { readonly total: bigint; readonly at: number } | null
  /** Not before this, as an earlier try failed. */
  readonly nextAt: number | null
}

/** By which agreement an invoice is paid by itself, and how far that has come; null when it isn't. */
function coverOf(books: Books, invoice: Invoice): Cover | null {
  const place = standing(books, invoice.customer)
  const consent = books.consents[place]
  if (!consent || invoice.state !== 'open' || remaining(books, invoice) === 0n) return null
  if (invoice.due < consent.sinceOn && invoice.issuedAt! <= consent.since) return null
  if (wasGivenBack(books, invoice)) return null
  const last = triesOf(books, invoice).findLast((one) => one.state === 'failed' || one.state === 'paid')
  if (last && (last.state === 'paid' || last.nextAt === null)) return null
  const ppm = isSurcharged(books.methods[consent.method]!.method) ? books.surchargePpm : 0n
  const amount = payable(books, invoice)
  const told = books.notices
    .filter((one) => one.invoice === invoice.key && one.consent === place)
    .sort((a, b) => (a.total < b.total ? 1 : -1))[0]
  return {
    consent: place,
    total: amount + share(amount, ppm),
    told: told ?? null,
    nextAt: last?.nextAt ?? null,
  }
}

const triesOf = ({ tries }: Books, invoice: Invoice): Try[] =>
  tries.filter((one) => one.invoice === invoice.key)

/** A person decides what happens to an invoice of which money went back. */
const wasGivenBack = (books: Books, invoice: Invoice): boolean =>
  [...books.payments.values()].some((payment) =>
    payment.shares.some((one) => one.invoice === invoice.key && one.reversed > 0n),
  )

const coveredUntil = (books: Books, until: string): Invoice[] =>
  [...books.invoices.values()]
    .filter((invoice) => invoice.due <= until && coverOf(books, invoice) !== null)
    .sort((a, b) => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1))

/** What is taken is never more than was told. */
const isUntold = ({ total, told }: Cover): boolean => total > 0n && (told === null || told.total < total)

/** Nobody is paying any of it just now. */
const isChargeable = (books: Books, invoice: Invoice, cover: Cover): boolean =>
  reserved(books, invoice) === 0n && !isUntold(cover)

function notice(books: Books, invoice: Invoice): void {
  const cover = coverOf(books, invoice)!
  const { consent, total } = cover
  if (isUntold(cover)) books.notices.push({ invoice: invoice.key, consent, total, at: books.now })
}

/** One try at a time: not before the due date, a day after the notice, and when an earlier failure says so. */
function begin(books: Books, invoice: Invoice): Try | null {
  const cover = coverOf(books, invoice)
  if (!cover || !isChargeable(books, invoice, cover)) return null
  const due = books.now >= cover.told!.at + DAY_MS && books.now >= (cover.nextAt ?? 0)
  if (!due || triesOf(books, invoice).some((one) => one.state === 'open')) return null
  const no = triesOf(books, invoice).length + 1
  const one: Try = {
    id: '',
    invoice: invoice.key,
    no,
    consent: cover.consent,
    amount: payable(books, invoice),
    startedAt: books.now,
    state: 'open',
    request: `try ${no} of ${invoice.key}`,
    joined: false,
    nextAt: null,
    settledAt: null,
  }
  books.tries.push(one)
  return one
}

/** Charges what a try is for unless that was done, and takes over what became of it. */
function goOn(books: Books, one: Try, trouble: ChargeTrouble): 'died' | null {
  const before = books.payments.get(one.request)
  if (before && !isRetryable(before)) {
    settleTry(books, one)
    return null
  }
  const invoice = books.invoices.get(one.invoice)!
  const cover = coverOf(books, invoice)
  const same = cover?.consent === one.consent && payable(books, invoice) === one.amount
  if (!same || !isChargeable(books, invoice, cover)) {
    Object.assign(one, { state: 'abandoned', settledAt: books.now })
    return null
  }
  if (declines(books, invoice) < MOST_DECLINES) {
    const asked = request(books, one, trouble)
    charge(books, before ? startAgain(books, before) : start(books, invoice, asked, NOBODY), asked)
    if (CRASHES.includes(trouble)) return 'died'
  }
  settleTry(books, one)
  if (!books.payments.has(one.request)) one.nextAt = books.now + HOUR_MS
  return null
}

function request(books: Books, one: Try, trouble: ChargeTrouble): PayOperation {
  const { customer, method: stored } = books.consents[one.consent]!
  const { method } = books.methods[stored]!
  const { request: key, invoice, amount } = one
  const rest = { by: 'portal', store: false, agree: false, trouble } as const
  return { op: 'pay', request: key, invoice, customer, method, stored, amount, ...rest }
}

/** What became of its payment becomes of the try; nothing while that is open. */
function settleTry(books: Books, one: Try): void {
  const payment = books.payments.get(one.request)
  if (!payment) return
  if (payment.status === 'rejected') fail(books, one, payment)
  else if (one.state === 'paid') return
  else if (payment.status === 'confirmed' || payment.status === 'refunded')
    Object.assign(one, { state: 'paid', joined: true, nextAt: null, settledAt: books.now })
  else if (isRetryable(payment) || !one.joined)
    Object.assign(one, { joined: true, nextAt: isRetryable(payment) ? books.now + HOUR_MS : null })
}

const wasTakenBack = (books: Books, one: Try): boolean =>
  one.state === 'paid' &&
  one.settledAt! >= books.now - LOOKED_BACK_MS &&
  books.payments.get(one.request)!.status === 'rejected'

function fail(books: Books, one: Try, payment: Payment): void {
  const then = afterFailure(payment)
  const failures = triesOf(books, books.invoices.get(one.invoice)!).filter(({ state }) => state === 'failed')
  const gap = then === 'again' && one.state !== 'paid' ? GAPS_DAYS[failures.length] : undefined
  const hour = books.now - (books.now % HOUR_MS)
  const nextAt = gap === undefined ? null : hour + gap * DAY_MS
  Object.assign(one, { state: 'failed', joined: true, nextAt, settledAt: books.now })
  if (then === 'off') end(books, payment.customer, 'declined', payment.stored!)
}

/** off: the method is of no use any more. stop: its payer is needed. */
function afterFailure({ failure, method }: Payment): 'again' | 'stop' | 'off' {
  if (failure === 'disputed' || failure === 'returned') return 'off'
  if (failure === 'voided') return 'stop'
  if (failure !== 'declined') return 'again'
  if (method === 'stolenLater') return 'off'
  return method === 'challenged' ? 'stop' : 'again'
}
