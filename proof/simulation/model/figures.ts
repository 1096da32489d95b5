import type { Books, Invoice, Line, Memo, Payment } from './books.ts'

const DAY_MS = 86_400_000

/** Sum of an invoice's late fees, without waived parts. */
export function feesOf({ fees }: Books, invoice: Invoice): bigint {
  let sum = 0n
  for (const fee of fees) if (fee.invoice === invoice.key) sum += fee.amount - (fee.waived ?? 0n)
  return sum
}

export const totalWithFees = (books: Books, invoice: Invoice): bigint =>
  invoice.total + feesOf(books, invoice)

/** The amount still owed: the total, less settlements and write-offs. */
export function remaining(books: Books, invoice: Invoice): bigint {
  if (invoice.state === 'draft' || invoice.state === 'void') return 0n
  let left = totalWithFees(books, invoice) - invoice.paidBeforeImport - invoice.writtenOff
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state !== 'reserved' && share.state !== 'released')
        left -= share.amount - share.reversed
  for (const application of books.applications.values())
    if (application.invoice === invoice.key && application.active) left -= application.amount
  return left
}

/** The amount reserved by pending payments. */
export function reserved(books: Books, invoice: Invoice): bigint {
  let sum = 0n
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state === 'reserved') sum += share.amount
  return sum
}

/** The reserved amount, without payments that wait for their payer to confirm at the bank. */
export function inFlight(books: Books, invoice: Invoice): bigint {
  let sum = reserved(books, invoice)
  for (const { status, isChallenged, shares } of books.payments.values())
    for (const share of shares)
      if (status === 'input' && isChallenged && share.invoice === invoice.key && share.state === 'reserved')
        sum -= share.amount
  return sum
}

export function settledAmounts(books: Books, invoice: Invoice): { paid: bigint; credited: bigint } {
  const sums = { paid: invoice.paidBeforeImport, credited: 0n }
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state === 'applied')
        sums.paid += share.amount - share.reversed
  for (const application of books.applications.values())
    if (application.invoice === invoice.key && application.active) sums.credited += application.amount
  return sums
}

export function min(a: bigint, b: bigint): bigint {
  if (b < a) return b
  return a
}

export const payable = (books: Books, invoice: Invoice): bigint =>
  invoice.state === 'open' ? remaining(books, invoice) - reserved(books, invoice) : 0n

/** Nothing was paid, credited or written off, and no payment is pending. */
export const isUntouched = (books: Books, invoice: Invoice): boolean =>
  remaining(books, invoice) === totalWithFees(books, invoice) && reserved(books, invoice) === 0n

export function memoRemaining(books: Books, memo: Memo): bigint {
  if (memo.state === 'void') return 0n
  let left = memo.total
  for (const application of books.applications.values())
    if (application.memo === memo.key && application.active) left -= application.amount
  return left
}

/** Unapplied credit of a confirmed payment, without pending refunds. */
export const usableCredit = (books: Books, payment: Payment): bigint =>
  payment.status === 'confirmed' ? payment.unapplied - pendingRefunds(books, payment) : 0n

function pendingRefunds({ refunds }: Books, payment: Payment): bigint {
  let sum = 0n
  for (const refund of refunds.values())
    if (refund.payment === payment.key && refund.status === 'waiting') sum += refund.amount
  return sum
}

export function refundable(books: Books, payment: Payment): bigint {
  if (payment.status !== 'confirmed') return 0n
  return payment.captured - payment.refunded - pendingRefunds(books, payment)
}

export interface CustomerFigures {
  owed: bigint
  paid: bigint
  unapplied: bigint
}

export function customerFigures(books: Books, customer: number): CustomerFigures {
  const figures = { owed: 0n, paid: 0n, unapplied: 0n }
  for (const invoice of books.invoices.values())
    if (invoice.customer === customer) {
      figures.owed += remaining(books, invoice)
      figures.paid += invoice.paidBeforeImport
    }
  for (const payment of books.payments.values()) {
    if (payment.customer !== customer) continue
    figures.unapplied += payment.unapplied
    for (const share of payment.shares)
      if (share.state === 'applied') figures.paid += share.amount - share.reversed
  }
  return figures
}

export type Bucket = 'current' | 'days_30' | 'days_60' | 'days_90' | 'over_90'

/** Receivables by age in one currency, optionally of one customer. */
export function aging(books: Books, currency: string, customer?: number): Record<Bucket | 'total', bigint> {
  const sums = { current: 0n, days_30: 0n, days_60: 0n, days_90: 0n, over_90: 0n, total: 0n }
  for (const invoice of books.invoices.values()) {
    if (books.customers[invoice.customer]!.currency !== currency) continue
    if (customer !== undefined && invoice.customer !== customer) continue
    const left = remaining(books, invoice)
    sums[agingBucket(invoice.due, today(books))] += left
    sums.total += left
  }
  return sums
}

export const daysPastDue = (due: string, day: string): number => (Date.parse(day) - Date.parse(due)) / DAY_MS

export function agingBucket(due: string, day: string): Bucket {
  const late = daysPastDue(due, day)
  if (late <= 0) return 'current'
  if (late <= 30) return 'days_30'
  if (late <= 60) return 'days_60'
  return late <= 90 ? 'days_90' : 'over_90'
}

export const TIME_ZONE = 'America/New_York'
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** The calendar date in the company's time zone. */
export const localDate = (at: number): string => calendar.format(at)
export const today = (books: Books): string => localDate(books.now)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

export const multiplyPpm = (amount: bigint, ppm: bigint): bigint => divideHalfUp(amount * ppm, 1_000_000n)

/** The share of `whole` that `part` has in `of`, rounded half up. */
export const proportion = (whole: bigint, part: bigint, of: bigint): bigint => divideHalfUp(whole * part, of)

/** Gross and discount are rounded for each line, tax for the sum of each rate's lines. */
export function invoiceTotals(lines: readonly Line[]): { total: bigint; tax: bigint } {
  const bases = new Map<bigint, bigint>()
  let net = 0n
  for (const line of lines) {
    const gross = divideHalfUp(line.quantity * line.price, 10_000n)
    const lineNet = gross - multiplyPpm(gross, line.discount)
    net += lineNet
    bases.set(line.tax, (bases.get(line.tax) ?? 0n) + lineNet)
  }
  let tax = 0n
  for (const [rate, base] of bases) tax += multiplyPpm(base, rate)
  return { total: net + tax, tax }
}

/** The amount as the API represents it: '12.34', or '1234' in yen. */
export function formatAmount(minor: bigint, currency: string): string {
  if (currency === 'JPY') return minor.toString()
  const figures = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${figures.slice(0, -2)}.${figures.slice(-2)}`
}

/** The Sandbox loses its response to amounts in dollars with 13 cents. */
export const losesResponse = (total: bigint, currency: string): boolean =>
  currency === 'USD' && total % 100n === 13n
