import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../accounts/index.ts'
import { type BookedDay, trendBegins, trendOf } from '../rules/trend.ts'
import { bookedDays } from '../store/booked-days.ts'
import { type Debtor, topDebtors } from '../store/debtors.ts'
import { type CurrencyFigures, owedFigures } from '../store/figures.ts'
import { noFigures, showAging, showAgingCounts } from './show-aging.ts'

type Report = Pick<HandlerReplyOf<typeof contract.reports.readShared>, 'today' | 'currencies'>
type CurrencyReport = Report['currencies'][number]

const DEBTORS = 10

/**
 * Returns owed amounts, aging, top debtors and trend for each currency with a balance or a booking in the
 * period, the account's own currency first. The number of statements does not depend on the number of
 * invoices.
 */
export async function composeReport(ctx: Ctx, showsCustomers: boolean): Promise<Report> {
  const { currency: own } = await readAccountRow(ctx)
  const today = await todayOf(ctx)
  const owed = new Map(
    (await owedFigures(ctx, { today, ownCurrency: own })).map((row) => [row.currency, row]),
  )
  const booked = await bookedDays(ctx, trendBegins(today))
  const active = [...booked].filter(([, days]) => days.some(({ day }) => day !== null)).map(([code]) => code)
  const currencies = [...new Set([...owed.keys(), ...active])].sort(
    (a, b) => Number(b === own) - Number(a === own) || (a < b ? -1 : 1),
  )
  const debtors = await topDebtors(ctx, { today, currencies, limit: DEBTORS })
  return {
    today,
    currencies: currencies.map((currency) => ({
      ...figuresOf(owed.get(currency) ?? noFigures(currency)),
      ...trendIn(currency, booked.get(currency) ?? [], today),
      top_debtors: debtors
        .filter((row) => row.currency === currency)
        .map((row) => debtor(row, today, showsCustomers)),
    })),
  }
}

const figuresOf = (row: CurrencyFigures) => ({
  currency: row.currency,
  owed: formatAmount(row.total, row.currency),
  past_due: formatAmount(row.past_due, row.currency),
  open_invoices: row.open_invoices,
  customers_owing: row.customers_owing,
  aging: showAging(row),
  aging_counts: showAgingCounts(row),
})

function trendIn(
  currency: string,
  days: readonly BookedDay[],
  today: CalendarDate,
): Pick<CurrencyReport, 'dso' | 'months'> {
  const { months, dso } = trendOf(days, today)
  const amount = (minor: bigint): string => formatAmount(minor, currency)
  return {
    dso: { days: dso.days, invoiced: amount(dso.invoicedMinor), over_days: dso.overDays },
    months: months.map((month) => ({
      until: month.until,
      invoiced: amount(month.invoicedMinor),
      collected: amount(month.collectedMinor),
      owed: amount(month.owedMinor),
      dso_days: month.dsoDays,
    })),
  }
}

const debtor = (row: Debtor, today: CalendarDate, named: boolean): CurrencyReport['top_debtors'][number] => ({
  name: named ? row.short_name : null,
  owed: formatAmount(row.owed, row.currency),
  past_due: formatAmount(row.past_due, row.currency),
  open_invoices: row.open_invoices,
  oldest_days: daysPastDue(row.oldest_due, today),
})
