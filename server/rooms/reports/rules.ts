import {
  addDays,
  addMonthsClamped,
  type CalendarDate,
  daysBetween,
  endOfMonth,
  startOfMonth,
} from '../../../domain/dates/calendar.ts'

/** What was booked on a day in one currency; `day` is null for all that was booked before the days that are told apart. */
export interface BookedDay {
  readonly day: CalendarDate | null
  /** Invoices issued, tax included, less what was voided: below 0 where older ones were voided or lowered on this day. */
  readonly invoicedMinor: bigint
  /** Payments, less what was refunded or returned. */
  readonly collectedMinor: bigint
  /** By how much more is owed than the day before. */
  readonly owedMinor: bigint
}

export interface MonthOfTrend {
  /** Its last day, or today in the month that runs. */
  readonly until: CalendarDate
  readonly invoicedMinor: bigint
  readonly collectedMinor: bigint
  /** At its end. */
  readonly owedMinor: bigint
  readonly dsoDays: number | null
}

export interface Dso {
  /** Whole days from 0 to 9,999; null where nothing is left of what was invoiced to divide by. */
  readonly days: number | null
  readonly invoicedMinor: bigint
  readonly overDays: number
}

const MONTHS = 12
/** A quarter: long enough to even out single months, short enough to show that something changes. */
const DSO_DAYS = 90
const MOST_DSO_DAYS = 9999n

/** The first day that has to be told apart to show the trend up to today: the DSO of its first month looks further back. */
export function trendBegins(today: CalendarDate): CalendarDate {
  const firstMonth = addMonthsClamped(startOfMonth(today), 1 - MONTHS)
  return addDays(endOfMonth(firstMonth), 1 - DSO_DAYS)
}

/**
 * The last twelve months in one currency, those before the first booking left out, and the DSO of today. `days` are in
 * order. What is booked on a day that is still to come counts as of today, as it does in what is owed.
 */
export function trendOf(
  days: readonly BookedDay[],
  today: CalendarDate,
): { readonly months: MonthOfTrend[]; readonly dso: Dso } {
  const before = days.find((one) => one.day === null)
  const dated = days.flatMap((one) => (one.day === null ? [] : [{ ...one, day: one.day }]))
  const first = before ? null : (dated[0]?.day ?? today)
  const sumFrom = (from: CalendarDate, until: CalendarDate, of: (one: BookedDay) => bigint): bigint =>
    dated
      .filter(({ day }) => day >= from && (day <= until || until === today))
      .reduce((sum, one) => sum + of(one), 0n)
  const owedOn = (day: CalendarDate): bigint =>
    (before?.owedMinor ?? 0n) + sumFrom('0001-01-01', day, (one) => one.owedMinor)
  const dsoOn = (day: CalendarDate): Dso => {
    const sinceFirst = first === null ? DSO_DAYS : daysBetween(first, day) + 1
    const overDays = Math.max(1, Math.min(DSO_DAYS, sinceFirst))
    const invoicedMinor = sumFrom(addDays(day, 1 - overDays), day, (one) => one.invoicedMinor)
    return { days: dsoDays(owedOn(day), invoicedMinor, overDays), invoicedMinor, overDays }
  }
  const months = monthsUntil(today, first).map(({ from, until }) => ({
    until,
    invoicedMinor: sumFrom(from, until, (one) => one.invoicedMinor),
    collectedMinor: sumFrom(from, until, (one) => one.collectedMinor),
    owedMinor: owedOn(until),
    dsoDays: dsoOn(until).days,
  }))
  return { months, dso: dsoOn(today) }
}

/** Days sales outstanding: what is owed ÷ what was invoiced in some days × these days, rounded. */
function dsoDays(owedMinor: bigint, invoicedMinor: bigint, overDays: number): number | null {
  if (invoicedMinor <= 0n) return null
  // What came in is booked on its day, which may be before that of its invoice.
  if (owedMinor <= 0n) return 0
  const rounded = (2n * owedMinor * BigInt(overDays) + invoicedMinor) / (2n * invoicedMinor)
  return Number(rounded < MOST_DSO_DAYS ? rounded : MOST_DSO_DAYS)
}

/** Months from the one of `first` on, twelve at most, the last of them up to today. */
function monthsUntil(
  today: CalendarDate,
  first: CalendarDate | null,
): { from: CalendarDate; until: CalendarDate }[] {
  const thisMonth = startOfMonth(today)
  return Array.from({ length: MONTHS }, (_, at) => addMonthsClamped(thisMonth, at + 1 - MONTHS))
    .filter((from) => first === null || from === thisMonth || endOfMonth(from) >= first)
    .map((from) => ({ from, until: from === thisMonth ? today : endOfMonth(from) }))
}

export type LinkState = 'active' | 'expired' | 'revoked'

/** How a link stands at a moment, epoch ms. */
export function linkState(link: { revokedAt: Date | null; expiresAt: Date }, nowMs: number): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  return link.expiresAt.getTime() > nowMs ? 'active' : 'expired'
}
