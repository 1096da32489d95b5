import type { Books, DayOfBooks, Invoice } from './books.ts'
import { type Bucket, bucket, daysLate, plusDays, remaining, today } from './figures.ts'

const MONTHS = 12
const DSO_DAYS = 90

const currencyOf = (books: Books, { customer }: Invoice): string => books.customers[customer]!.currency

/** Invoices of which something is owed; of one customer when given. */
export const owing = (books: Books, currency: string, customer?: number): Invoice[] =>
  [...books.invoices.values()].filter(
    (invoice) =>
      currencyOf(books, invoice) === currency &&
      (customer === undefined || invoice.customer === customer) &&
      remaining(books, invoice) > 0n,
  )

const sumOwed = (books: Books, invoices: readonly Invoice[]): bigint =>
  invoices.reduce((sum, invoice) => sum + remaining(books, invoice), 0n)

/** How many invoices of each age something is owed of. */
export function agingCounts(books: Books, currency: string): Record<Bucket, number> {
  const counts = { current: 0, days_30: 0, days_60: 0, days_90: 0, over_90: 0 }
  for (const invoice of owing(books, currency)) counts[bucket(invoice.due, today(books))]++
  return counts
}

export const pastDue = (books: Books, currency: string, customer?: number): bigint =>
  sumOwed(
    books,
    owing(books, currency, customer).filter(({ due }) => due < today(books)),
  )

/** What falls due from today on for a week. */
export function dueSoon(books: Books, currency: string): bigint {
  const day = today(books)
  const soon = owing(books, currency).filter(({ due }) => due >= day && due <= plusDays(day, 7))
  return sumOwed(books, soon)
}

/** Since an instant, by currency; one in which money only moved to and fro is there too. */
export function collectedSince({ moves }: Books, since: number): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { at, currency, amount } of moves)
    if (at >= since) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return sums
}

export interface Debtor {
  readonly customer: number
  readonly owed: bigint
  readonly pastDue: bigint
  readonly invoices: number
  readonly oldestDays: number
}

/** Who owes something in a currency, who owes most first; `ids` decide between equals. */
export function debtors(books: Books, currency: string, ids: readonly string[]): Debtor[] {
  return books.customers
    .map((_, customer) => {
      const invoices = owing(books, currency, customer)
      const oldest = invoices.map(({ due }) => due).sort()[0]
      return {
        customer,
        owed: sumOwed(books, invoices),
        pastDue: pastDue(books, currency, customer),
        invoices: invoices.length,
        oldestDays: oldest === undefined ? 0 : daysLate(oldest, today(books)),
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

/** A month as the number of months since the year 0. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const lastOf = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10)

const daysIn = (books: Books, currency: string): DayOfBooks[] =>
  [...books.days.values()].filter((one) => one.currency === currency)

/** The twelve months up to today, from the first on in which anything was booked, and how long money is waited for. */
export function trend(books: Books, currency: string): Trend {
  const day = today(books)
  const all = daysIn(books, currency)
  const first = all.map((one) => one.day).sort()[0] ?? day
  const sum = (of: 'invoiced' | 'collected' | 'owed', from: string, until: string): bigint =>
    all.filter((one) => one.day >= from && one.day <= until).reduce((total, one) => total + one[of], 0n)
  const dsoOn = (until: string): Trend['dso'] => {
    const over = Math.max(1, Math.min(DSO_DAYS, daysLate(first, until) + 1))
    const invoiced = sum('invoiced', plusDays(until, 1 - over), until)
    return { days: wait(sum('owed', first, until), invoiced, over), invoiced, over }
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

/** Owed, in days of what was invoiced: rounded, from 0 to 9,999; nothing where nothing was. */
function wait(owed: bigint, invoiced: bigint, days: number): number | null {
  if (invoiced <= 0n) return null
  if (owed <= 0n) return 0
  const halves = (2n * owed * BigInt(days)) / invoiced
  return Math.min(9999, Number((halves + 1n) / 2n))
}

/** In which a report has something to tell: what is owed, or what was booked in the time to which its figures go back. */
export function reported(books: Books, currency: string): boolean {
  const begins = plusDays(lastOf(monthOf(today(books)) - MONTHS + 1), 1 - DSO_DAYS)
  return owing(books, currency).length > 0 || daysIn(books, currency).some(({ day }) => day >= begins)
}
