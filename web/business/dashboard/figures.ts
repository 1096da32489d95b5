import { AGING_BUCKETS } from '../../../domain/invoices/aging.ts'
import { parseAmount } from '../../../domain/money/money.ts'
import { AGING_LABELS, AGING_TONES, type AgingSegment } from '../../ui/text/aging-bar.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import type { CurrencyFigures, Dashboard } from './dashboard-query.ts'

type Aging = CurrencyFigures['aging']

const minorOf = (amount: string, currency: string): bigint => {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? parsed.minor : 0n
}

/** Returns part / whole in units of 1/`scale`, rounded; 0 when the whole is 0. */
const shareOf = (part: bigint, whole: bigint, scale: bigint): number =>
  whole <= 0n || part <= 0n ? 0 : Number((part * scale + whole / 2n) / whole)

/** Formats a percentage: '21%'; a nonzero part that rounds to 0 is '<1%'. */
function percentText(part: bigint, whole: bigint): string {
  const percent = shareOf(part, whole, 100n)
  return percent === 0 && part > 0n ? '<1%' : `${percent}%`
}

export const countText = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Segments of the aging bar; with counts also the number of invoices in each. */
export function agingSegments(aging: Aging, counts?: CurrencyFigures['aging_counts']): AgingSegment[] {
  const { currency } = aging
  const total = minorOf(aging.total, currency)
  return AGING_BUCKETS.map((bucket) => {
    const minor = minorOf(aging[bucket], currency)
    const detail = counts && [
      percentText(minor, total),
      countText(counts[bucket] ?? 0, 'invoice', 'invoices'),
    ]
    return {
      id: bucket,
      label: AGING_LABELS[bucket],
      tone: AGING_TONES[bucket],
      share: minor > 0n ? Math.max(shareOf(minor, total, 1000n), 1) / 1000 : 0,
      amount: moneyText(aging[bucket], currency, false),
      detail: detail?.join(', '),
    }
  })
}

/** Currencies to show: those with receivables, collected payments or payments under way; at least one. */
export function shownCurrencies(dashboard: Dashboard): readonly CurrencyFigures[] {
  const used = dashboard.currencies.filter(({ currency, owed, collected_30_days, in_flight }) =>
    [owed, collected_30_days, in_flight].some((amount) => minorOf(amount, currency) !== 0n),
  )
  return used.length > 0 ? used : dashboard.currencies.slice(0, 1)
}

/** True for an account without any activity. */
export const isNewAccount = ({ counts, latest_payments }: Dashboard): boolean =>
  counts.customers === 0 && counts.invoices === 0 && counts.drafts === 0 && latest_payments.length === 0
