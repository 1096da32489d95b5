import {
  addDays,
  addMonthsClamped,
  type CalendarDate,
  daysBetween,
  endOfMonth,
  startOfMonth,
} from '../../../../domain/dates/calendar.ts'

/** Bookings of one day in one currency. `day` is null for the sum of all earlier days. */
export interface BookedDay {
  readonly day: CalendarDate | null
  /**
   * Invoices issued, tax included, less voids. Negative when older invoices were voided or lowered on this
   * day.
   */
  readonly invoicedMinor: bigint
  /** Payments less refunds and returns. */
  readonly collectedMinor: bigint
  /** Change of the owed total on this day. */
  readonly owedMinor: bigint
}

export interface MonthOfTrend {
  readonly from: CalendarDate
  /** Last day of the month; today for the current month. */
  readonly until: CalendarDate
  readonly invoicedMinor: bigint
  readonly collectedMinor: bigint
  /** Owed at the end of the month. */
  readonly owedMinor: bigint
  readonly dsoDays: number | null
  /** Amount invoiced in the period of its DSO, and the days of that. */
  readonly dso: Dso
}

export interface Dso {
  /** Whole days from 0 to 9,999. Null when the invoiced amount is not positive. */
  readonly days: number | null
  readonly invoicedMinor: bigint
  readonly overDays: number
}

const MONTHS = 12
/** A quarter evens out single months and still shows changes. */
const DSO_DAYS = 90
const MAX_DSO_DAYS = 9999n

/**
 * Returns the first day needed separately for the trend up to today. The DSO of the first month extends
 * further back.
 */
export function trendBegins(today: CalendarDate): CalendarDate {
  const firstMonth = addMonthsClamped(startOfMonth(today), 1 - MONTHS)
  return addDays(endOfMonth(firstMonth), 1 - DSO_DAYS)
}

/**
 * Returns the last twelve months in one currency, without those before the first booking, and today's DSO.
 * `days` are in order. Future bookings count as of today, as they do in the owed total.
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
    from,
    until,
    invoicedMinor: sumFrom(from, until, (one) => one.invoicedMinor),
    collectedMinor: sumFrom(from, until, (one) => one.collectedMinor),
    owedMinor: owedOn(until),
    dsoDays: dsoOn(until).days,
    dso: dsoOn(until),
  }))
  return { months, dso: dsoOn(today) }
}

/** Days sales outstanding: owed ÷ invoiced in a period × days of the period, rounded. */
function dsoDays(owedMinor: bigint, invoicedMinor: bigint, overDays: number): number | null {
  if (invoicedMinor <= 0n) return null
  // A payment is booked on its own day, which may precede that of its invoice.
  if (owedMinor <= 0n) return 0
  const rounded = (2n * owedMinor * BigInt(overDays) + invoicedMinor) / (2n * invoicedMinor)
  return Number(rounded < MAX_DSO_DAYS ? rounded : MAX_DSO_DAYS)
}

/** Returns the months since `first`, at most twelve, the last one up to today. */
function monthsUntil(
  today: CalendarDate,
  first: CalendarDate | null,
): { from: CalendarDate; until: CalendarDate }[] {
  const thisMonth = startOfMonth(today)
  return Array.from({ length: MONTHS }, (_, at) => addMonthsClamped(thisMonth, at + 1 - MONTHS))
    .filter((from) => first === null || from === thisMonth || endOfMonth(from) >= first)
    .map((from) => ({ from, until: from === thisMonth ? today : endOfMonth(from) }))
}
