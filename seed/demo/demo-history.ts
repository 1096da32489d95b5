import { addDays, type CalendarDate } from '../../domain/dates/calendar.ts'
import { ONE_UNIT } from '../../domain/money/quantity.ts'
import { ARTICLES } from './demo-names.ts'

/**
 * Returns a generator of numbers from 0 to below 1 that repeats for the same seed, so that every demo is
 * alike.
 */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface PlannedInvoice {
  readonly customer: number
  readonly date: CalendarDate
  readonly dueDate: CalendarDate
  readonly lines: readonly PlannedLine[]
  /** Payment date, or null while it is open. */
  readonly paidOn: CalendarDate | null
  readonly pays: 'all' | 'half'
}

export interface PlannedLine {
  readonly description: string
  readonly detail: string
  readonly quantity: bigint
  readonly unitPriceMinor: bigint
  readonly discountPpm: number
  readonly taxName: string
  readonly taxPpm: number
}

const INVOICES = 396
const DAYS_BACK = 270
const TERM_DAYS = 30
const SALES_TAX_PPM = 55_000

/**
 * Plans nine months of invoices over all customers with different habits: some pay early, some weeks late, a
 * few leave the last ones open for months, so that every aging bucket contains something.
 */
export function planInvoices(today: CalendarDate, customers: number): PlannedInvoice[] {
  const next = seededNumbers(20261)
  const whole = (below: number): number => Math.floor(next() * below)
  const lateness = Array.from({ length: customers }, (_, at) =>
    at % 9 === 4 ? 75 : at % 5 === 1 ? 30 : at % 3 === 0 ? -4 : 8,
  )
  return Array.from({ length: INVOICES }, (_, at) => {
    const date = addDays(today, -Math.floor(DAYS_BACK * (1 - at / INVOICES) ** 1.05))
    const customer = at < customers ? at : whole(customers)
    const dueDate = addDays(date, TERM_DAYS)
    const paidOn = addDays(dueDate, lateness[customer]! + whole(14) - 5)
    const stays = customer % 9 === 4 && at % 4 === 0
    return {
      customer,
      date,
      dueDate,
      lines: planLines(whole),
      paidOn: stays || paidOn > today ? null : laterOf(date, paidOn),
      pays: at % 17 === 3 ? 'half' : 'all',
    }
  })
}

function planLines(whole: (below: number) => number): PlannedLine[] {
  return Array.from({ length: 1 + whole(4) }, () => {
    const [description, detail, unitPriceMinor, taxed] = ARTICLES[whole(ARTICLES.length)]!
    return {
      description,
      detail,
      quantity: BigInt(1 + whole(24)) * ONE_UNIT,
      unitPriceMinor,
      discountPpm: whole(5) === 0 ? 50_000 : 0,
      taxName: taxed ? 'Sales tax' : '',
      taxPpm: taxed ? SALES_TAX_PPM : 0,
    }
  })
}

/** Prevents a customer who pays early from paying before the invoice date. */
const laterOf = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b)
