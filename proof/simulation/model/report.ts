import type { Books, DailyTotal, Invoice } from './books.ts'
import { addDays, agingBucket, type Bucket, daysPastDue, remaining, today } from './figures.ts'

const MONTHS = 12
const DSO_DAYS = 90

const currencyOf = (books: Books, { customer }: Invoice): string => books.customers[customer]!.currency

/** Invoices with a remaining amount, optionally of one customer. */
export const findOwedInvoices = (books: Books, currency: string, customer?: number): Invoice[] =>
  [...books.invoices.values()].filter(
    (invoice) =>
      currencyOf(books, invoice) === currency &&
      (customer === undefined || invoice.customer === customer) &&
      remaining(books, invoice) > 0n,
  )

const sumOwed = (books: Books, invoices: readonly Invoice[]): bigint =>
  invoices.reduce((sum, invoice) => sum + remaining(books, invoice), 0n)

/** Counts the owed invoices of each age. */
export function agingCounts(books: Books, currency: string): Record<Bucket, number> {
  const counts = { current: 0, days_30: 0, days_60: 0, days_90: 0, over_90: 0 }
  for (const invoice of findOwedInvoices(books, currency)) counts[agingBucket(invoice.due, today(books))]++
  return counts
}

export const pastDue = (books: Books, currency: string, customer?: number): bigint =>
  sumOwed(
    books,
    findOwedInvoices(books, currency, customer).filter(({ due }) => due < today(books)),
  )

/** The amount due in the next seven days, of which today is the first. */
export function dueSoon(books: Books, currency: string): bigint {
  const day = today(books)
  const soon = findOwedInvoices(books, currency).filter(({ due }) => due >= day && due <= addDays(day, 6))
  return sumOwed(books, soon)
}

/** The amount received in the last thirty days, by currency. */
export function collectedLately(books: Books): Map<string, bigint> {
  const from = addDays(today(books), -29)
  const sums = new Map<string, bigint>()
  for (const { day, currency, collected } of books.dailyTotals.values())
    if (day >= from && collected !== 0n) sums.set(currency, (sums.get(currency) ?? 0n) + collected)
  return sums
}

/** The amount of payments that are pending at the processor, surcharges included. */
export const pending = (books: Books, currency: string): bigint =>
  [...books.payments.values()]
    .filter(
      ({ status, customer }) => status === 'waiting' && books.customers[customer]!.currency === currency,
    )
    .reduce((sum, { amount, surcharge }) => sum + amount + surcharge, 0n)

export interface Debtor {
  readonly customer: number
  readonly owed: bigint
  readonly pastDue: bigint
  readonly invoices: number
  readonly oldestDays: number
}

/** Customers that owe in a currency, largest amount first. `ids` break ties. */
export function debtors(books: Books, currency: string, ids: readonly string[]): Debtor[] {
  return books.customers
    .map((_, customer) => {
      const invoices = findOwedInvoices(books, currency, customer)
      const oldest = invoices.map(({ due }) => due).sort()[0]
      return {
        customer,
        owed: sumOwed(books, invoices),
        pastDue: pastDue(books, currency, customer),
        invoices: invoices.length,
        oldestDays: oldest === undefined ? 0 : daysPastDue(oldest, today(books)),
      }
    })
    .filter(({ owed }) => owed > 0n)
    .sort((a, b) =>
      a.owed === b.owed ? (ids[a.customer]! < ids[b.customer]! ? -1 : 1) : a.owed < b.owed ? 1 : -1,
    )
}

export interface Trend {
  readonly months: {
    readonly until: string
    readonly invoiced: bigint
    readonly collected: bigint
    readonly owed: bigint
    readonly dso: number | null
  }[]
  readonly dso: { readonly days: number | null; readonly invoiced: bigint; readonly over: number }
}

/** The number of months since the year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const lastOf = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10)

const daysIn = (books: Books, currency: string): DailyTotal[] =>
  [...books.dailyTotals.values()].filter((one) => one.currency === currency)

/**
 * The figures of up to twelve months until today, beginning with the first booking, and the days sales
 * outstanding.
 */
export function trend(books: Books, currency: string): Trend {
  const day = today(books)
  const all = daysIn(books, currency)
  const first = all.map((one) => one.day).sort()[0] ?? day
  const sum = (of: 'invoiced' | 'collected' | 'owed', from: string, until: string): bigint =>
    all.filter((one) => one.day >= from && one.day <= until).reduce((total, one) => total + one[of], 0n)
  const dsoOn = (until: string): Trend['dso'] => {
    const over = Math.max(1, Math.min(DSO_DAYS, daysPastDue(first, until) + 1))
    const invoiced = sum('invoiced', addDays(until, 1 - over), until)
    return { days: computeDso(sum('owed', first, until), invoiced, over), invoiced, over }
  }
  const months: Trend['months'] = []
  for (let month = monthOf(day) - MONTHS + 1; month <= monthOf(day); month++) {
    if (month < monthOf(first)) continue
    const until = month === monthOf(day) ? day : lastOf(month)
    const from = `${until.slice(0, 8)}01`
    months.push({
      until,
      invoiced: sum('invoiced', from, until),
      collected: sum('collected', from, until),
      owed: sum('owed', first, until),
      dso: dsoOn(until).days,
    })
  }
  return { months, dso: dsoOn(day) }
}

/** Days sales outstanding, rounded, from 0 to 9,999; null when nothing was invoiced. */
function computeDso(owed: bigint, invoiced: bigint, days: number): number | null {
  if (invoiced <= 0n) return null
  if (owed <= 0n) return 0
  const halves = (2n * owed * BigInt(days)) / invoiced
  return Math.min(9999, Number((halves + 1n) / 2n))
}

/**
 * Whether a report shows the currency: something is owed, or something was booked in the period of its
 * figures.
 */
export function isReported(books: Books, currency: string): boolean {
  const begins = addDays(lastOf(monthOf(today(books)) - MONTHS + 1), 1 - DSO_DAYS)
  return (
    findOwedInvoices(books, currency).length > 0 || daysIn(books, currency).some(({ day }) => day >= begins)
  )
}
