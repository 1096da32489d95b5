import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { datePartsOf } from '../../../domain/dates/calendar.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { dayName, heightOf } from './chart-values.ts'
import { behindPath } from './list-paths.ts'
import type { Range } from './range-chart.tsx'
import { type ReportQuery, useReport } from './use-report.ts'

export type ExpectedCashReply = ReplyOf<typeof contract.charts.expectedCash>

export const useExpectedCash = (query: ReportQuery) =>
  useReport(
    'expected-cash',
    (call, account, signal) => call(contract.charts.expectedCash, { params: { account }, query }, { signal }),
    query,
  )

/** 'Nov 23 – 29', 'Nov 30 – Dec 6', and 'Nov 29' for a week of one day. */
export function weekName({ from, until }: { from: string; until: string }): string {
  if (from === until) return dayName(from)
  const sameMonth = from.slice(0, 7) === until.slice(0, 7)
  return `${dayName(from)} – ${sameMonth ? datePartsOf(until).day : dayName(until)}`
}

/** The customers who are expected to pay in a week. */
export const weekPath = ({ from }: { from: string }, currency: string): string =>
  behindPath('expected-cash', { on: from, currency })

export const expectedRanges = ({ weeks, currency }: ExpectedCashReply): Range[] =>
  weeks.map((week) => ({
    key: week.from,
    name: weekName(week),
    text: moneyText(week.likely, currency, false),
    range: `${moneyText(week.low, currency, false)} to ${moneyText(week.high, currency, false)}`,
    href: weekPath(week, currency),
    low: heightOf(week.low),
    likely: heightOf(week.likely),
    high: heightOf(week.high),
  }))

/** True when no week is expected to bring anything, as before the first payment of any customer. */
export const isNothing = ({ weeks }: ExpectedCashReply): boolean =>
  weeks.every(({ high }) => heightOf(high) === 0)
