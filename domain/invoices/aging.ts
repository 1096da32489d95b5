import type { CalendarDate } from '../dates/calendar.ts'
import { daysBetween } from '../dates/calendar.ts'
import { msg } from '../languages/msg.ts'

/** Exclusive buckets of amounts owed, by days past due: 0 or less, 1-30, 31-60, 61-90, more than 90. */
export const AGING_BUCKETS = ['current', 'days_30', 'days_60', 'days_90', 'over_90'] as const
export type AgingBucket = (typeof AGING_BUCKETS)[number]

/** The portal's short labels. */
export const AGING_LABELS: Readonly<Record<AgingBucket, string>> = {
  current: 'Current',
  days_30: msg('Past Due 0-30'),
  days_60: '60',
  days_90: '90',
  over_90: '90+',
}

/** Full labels, for wide layouts and screen readers. */
export const AGING_DESCRIPTIONS: Readonly<Record<AgingBucket, string>> = {
  current: 'Current',
  days_30: '1 to 30 days past due',
  days_60: '31 to 60 days past due',
  days_90: '61 to 90 days past due',
  over_90: 'Over 90 days past due',
}

/** Each bucket's field in the customer account data of the API. */
export const AGING_FIELDS = {
  current: 'current_owed',
  days_30: 'up_to_30_days_past_due_owed',
  days_60: 'up_to_60_days_past_due_owed',
  days_90: 'up_to_90_days_past_due_owed',
  over_90: 'more_than_90_days_past_due_owed',
} as const satisfies Record<AgingBucket, string>

/** Days past due on a day: negative while not yet due, 0 on the due date. */
export function daysPastDue(dueDate: CalendarDate, today: CalendarDate): number {
  return daysBetween(dueDate, today)
}

/** The bucket of a number of days past due. */
export function agingBucket(daysPastDue: number): AgingBucket {
  if (daysPastDue <= 0) return 'current'
  if (daysPastDue <= 30) return 'days_30'
  if (daysPastDue <= 60) return 'days_60'
  return daysPastDue <= 90 ? 'days_90' : 'over_90'
}

/** Adds up the amounts owed by bucket; the buckets add up to the sum of the remaining amounts. */
export function sumByAgingBucket(
  items: Iterable<{ remainingMinor: bigint; daysPastDue: number }>,
): Record<AgingBucket, bigint> {
  const sums: Record<AgingBucket, bigint> = {
    current: 0n,
    days_30: 0n,
    days_60: 0n,
    days_90: 0n,
    over_90: 0n,
  }
  for (const item of items) sums[agingBucket(item.daysPastDue)] += item.remainingMinor
  return sums
}
