import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { addDays, type CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { collectionFigures, tenthsText } from '../../rules/collection-figures.ts'
import { type MonthOfTrend, trendBegins, trendOf } from '../../rules/trend.ts'
import { bookedDays } from '../../store/booked-days.ts'
import { type AgingOfMonth, agingAtEnds } from '../../store/read-sums.ts'
import { showAging } from '../show-aging.ts'
import { chooseCurrency } from './choose-currency.ts'
import { keepSums } from './follow-ledger.ts'

type Months = HandlerReplyOf<typeof charts.months>

/** Returns the last twelve months in one currency, without those before the first booking. */
export async function readMonths(ctx: Ctx, wanted: string | undefined): Promise<Months> {
  const shown = await chooseCurrency(ctx, wanted)
  if (!(await keepSums(ctx))) return { ...shown, preparing: true, months: [] }
  const { today, currency } = shown
  const booked = await bookedDays(ctx, trendBegins(today))
  const { months } = trendOf(booked.get(currency) ?? [], today)
  const aging = new Map(
    (await agingAtEnds(ctx, currency, endsOf(months), today)).map((row) => [row.until, row]),
  )
  return {
    ...shown,
    preparing: false,
    months: months.map((month) => monthOf(month, currency, aging)),
  }
}

/** The last day of each month, and the day before the first. */
const endsOf = (months: readonly MonthOfTrend[]): CalendarDate[] => [
  addDays(months[0]!.from, -1),
  ...months.map(({ until }) => until),
]

function monthOf(
  month: MonthOfTrend,
  currency: string,
  aging: ReadonlyMap<CalendarDate, AgingOfMonth>,
): Months['months'][number] {
  const amount = (minor: bigint): string => formatAmount(minor, currency)
  const byAge = aging.get(month.until)!
  const figures = collectionFigures(month, {
    startMinor: aging.get(addDays(month.from, -1))!.total,
    currentMinor: byAge.current,
  })
  return {
    from: month.from,
    until: month.until,
    invoiced: amount(month.invoicedMinor),
    collected: amount(month.collectedMinor),
    owed: amount(month.owedMinor),
    dso_days: tenthsText(figures.dsoTenths),
    effectiveness_percent: tenthsText(figures.effectivenessTenths),
    days_delinquent: tenthsText(figures.delinquentTenths),
    aging: showAging({ currency, ...byAge }),
  }
}
