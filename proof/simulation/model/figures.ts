import type { Books, Invoice, Line, Memo, Payment } from './books.ts'

const DAY_MS = 86_400_000

/** What is still owed: charged, less what payments and credits settle, less what was given up (I2). */
export function remaining(books: Books, invoice: Invoice): bigint {
  if (invoice.state === 'draft' || invoice.state === 'void') return 0n
  let left = invoice.total - invoice.formerlyPaid - invoice.writtenOff
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state !== 'reserved' && share.state !== 'released')
        left -= share.amount - share.reversed
  for (const application of books.applications.values())
    if (application.invoice === invoice.key && application.standing) left -= application.amount
  return left
}

/** What payments under way have set aside. */
export function reserved(books: Books, invoice: Invoice): bigint {
  let sum = 0n
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state === 'reserved') sum += share.amount
  return sum
}

/** What of it waits for nobody's answer: whom their bank asks has not paid yet. */
export function onItsWay(books: Books, invoice: Invoice): bigint {
  let sum = reserved(books, invoice)
  for (const { status, asks, shares } of books.payments.values())
    for (const share of shares)
      if (status === 'input' && asks && share.invoice === invoice.key && share.state === 'reserved')
        sum -= share.amount
  return sum
}

/** By what an invoice was settled. */
export function settledOn(books: Books, invoice: Invoice): { paid: bigint; credited: bigint } {
  const sums = { paid: invoice.formerlyPaid, credited: 0n }
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state === 'applied')
        sums.paid += share.amount - share.reversed
  for (const application of books.applications.values())
    if (application.invoice === invoice.key && application.standing) sums.credited += application.amount
  return sums
}

/** The smaller of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  if (b < a) return b
  return a
}

export const payable = (books: Books, invoice: Invoice): bigint =>
  invoice.state === 'open' ? remaining(books, invoice) - reserved(books, invoice) : 0n

/** Nothing was paid, credited or given up on it, and nothing is under way. */
export const untouched = (books: Books, invoice: Invoice): boolean =>
  remaining(books, invoice) === invoice.total && reserved(books, invoice) === 0n

export function memoRemaining(books: Books, memo: Memo): bigint {
  if (memo.state === 'void') return 0n
  let left = memo.total
  for (const application of books.applications.values())
    if (application.memo === memo.key && application.standing) left -= application.amount
  return left
}

/** What a confirmed payment left over and nobody is giving back. */
export const leftOver = (books: Books, payment: Payment): bigint =>
  payment.status === 'confirmed' ? payment.unapplied - beingRefunded(books, payment) : 0n

function beingRefunded({ refunds }: Books, payment: Payment): bigint {
  let sum = 0n
  for (const refund of refunds.values())
    if (refund.payment === payment.key && refund.status === 'waiting') sum += refund.amount
  return sum
}

export function refundable(books: Books, payment: Payment): bigint {
  if (payment.status !== 'confirmed') return 0n
  return payment.captured - payment.refunded - beingRefunded(books, payment)
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
      figures.paid += invoice.formerlyPaid
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

/** What is owed by age in one currency; of one customer when given. */
export function aging(books: Books, currency: string, customer?: number): Record<Bucket | 'total', bigint> {
  const sums = { current: 0n, days_30: 0n, days_60: 0n, days_90: 0n, over_90: 0n, total: 0n }
  for (const invoice of books.invoices.values()) {
    if (books.customers[invoice.customer]!.currency !== currency) continue
    if (customer !== undefined && invoice.customer !== customer) continue
    const left = remaining(books, invoice)
    sums[bucket(invoice.due, today(books))] += left
    sums.total += left
  }
  return sums
}

/** From the day on which it was due. */
export const daysLate = (due: string, day: string): number => (Date.parse(day) - Date.parse(due)) / DAY_MS

export function bucket(due: string, day: string): Bucket {
  const late = daysLate(due, day)
  if (late <= 0) return 'current'
  if (late <= 30) return 'days_30'
  if (late <= 60) return 'days_60'
  return late <= 90 ? 'days_90' : 'over_90'
}

export const TIME_ZONE = 'America/New_York'
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** The calendar date in the company's time zone; today's. */
export const dateOf = (at: number): string => calendar.format(at)
export const today = (books: Books): string => dateOf(books.now)

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

export const share = (amount: bigint, ppm: bigint): bigint => halfUp(amount * ppm, 1_000_000n)

/** A part of a whole, rounded half up. */
export const proportion = (whole: bigint, part: bigint, of: bigint): bigint => halfUp(whole * part, of)

/** Each line's gross and discount are rounded once; each rate's tax once, on the sum of its lines. */
export function totals(lines: readonly Line[]): { total: bigint; tax: bigint } {
  const bases = new Map<bigint, bigint>()
  let net = 0n
  for (const line of lines) {
    const gross = halfUp(line.quantity * line.price, 10_000n)
    const lineNet = gross - share(gross, line.discount)
    net += lineNet
    bases.set(line.tax, (bases.get(line.tax) ?? 0n) + lineNet)
  }
  let tax = 0n
  for (const [rate, base] of bases) tax += share(base, rate)
  return { total: net + tax, tax }
}

/** An amount as it travels. */
export function written(minor: bigint, currency: string): string {
  if (currency === 'JPY') return minor.toString()
  const figures = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${figures.slice(0, -2)}.${figures.slice(-2)}`
}

/** The Sandbox loses its answer to amounts of so many units and 13 hundredths. */
export const losesReply = (total: bigint, currency: string): boolean =>
  currency === 'USD' && total % 100n === 13n
