import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { AGING_BUCKETS } from '../../../domain/invoices/aging.ts'
import { AGING_LABELS } from '../../ui/text/aging-bar.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { reportPath } from '../paths.ts'
import { heightOf, monthNames } from './chart-values.ts'
import type { ChartColumn } from './column-chart.tsx'
import { periodPath } from './list-paths.ts'
import { type ReportQuery, useReport } from './use-report.ts'

export type MonthsReply = ReplyOf<typeof contract.charts.months>
export type Month = MonthsReply['months'][number]

/** Reads the twelve months, which several reports show. */
export const useMonths = (query: ReportQuery) =>
  useReport(
    'months',
    (call, account, signal) => call(contract.charts.months, { params: { account }, query }, { signal }),
    query,
  )

/** The aging by customer at the end of a month. */
export const agingOfMonth = ({ until }: Month, currency: string): string =>
  `${reportPath('aging-by-customer')}?on=${until}&currency=${currency}`

export const monthTitle = (month: Month, months: readonly Month[]): string =>
  `${monthNames(month.from).long}${month === months.at(-1) ? ' so far' : ''}`

function columnOf(month: Month, months: readonly Month[]) {
  return {
    key: month.from,
    name: monthNames(month.from).short,
    title: monthTitle(month, months),
    unfinished: month === months.at(-1),
  }
}

/** Collected and invoiced, each month. */
export const cashColumns = ({ months, currency }: MonthsReply): ChartColumn[] =>
  months.map((month) => ({
    ...columnOf(month, months),
    href: periodPath('collected', month, currency),
    facts: [
      { label: 'Collected', value: moneyText(month.collected, currency), tone: 'bg-brand' },
      { label: 'Invoiced', value: moneyText(month.invoiced, currency), tone: 'bg-field-line' },
    ],
    bars: [
      { value: heightOf(month.collected), tone: 'bg-brand' },
      { value: heightOf(month.invoiced), tone: 'bg-field-line' },
    ],
  }))

type Figure = 'dso_days' | 'effectiveness_percent' | 'days_delinquent'

/** A figure with its unit: '47.6 days', '81.2%'; a dash where it has no value. */
export const figureText = (month: Month, figure: Figure): string => {
  const value = month[figure]
  if (value === null) return '–'
  return figure === 'effectiveness_percent' ? `${value}%` : `${value} days`
}

/** One figure, each month. */
export const figureColumns = (
  { months, currency }: MonthsReply,
  figure: Figure,
  label: string,
): ChartColumn[] =>
  months.map((month) => ({
    ...columnOf(month, months),
    href: agingOfMonth(month, currency),
    facts: [{ label, value: figureText(month, figure), tone: 'bg-brand' }],
    bars: [{ value: heightOf(month[figure]), tone: 'bg-brand' }],
  }))

const TONES = {
  current: 'bg-aging-current',
  days_30: 'bg-aging-30',
  days_60: 'bg-aging-60',
  days_90: 'bg-aging-90',
  over_90: 'bg-aging-over',
} as const

/** Amounts owed at each month's end, by age. */
export const agingColumns = ({ months, currency }: MonthsReply): ChartColumn[] =>
  months.map((month) => ({
    ...columnOf(month, months),
    href: agingOfMonth(month, currency),
    facts: AGING_BUCKETS.map((bucket) => ({
      label: AGING_LABELS[bucket],
      value: moneyText(month.aging[bucket], currency, false),
      tone: TONES[bucket],
    })),
    bars: AGING_BUCKETS.map((bucket) => ({ value: heightOf(month.aging[bucket]), tone: TONES[bucket] })),
  }))
