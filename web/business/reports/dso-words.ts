import type { SharedReport } from './shared-report.ts'

/** Explains a DSO period other than ninety days, or a missing DSO; empty otherwise. */
export function dsoWords({
  currency,
  dso: { days, invoiced, over_days },
}: Pick<SharedReport['currencies'][number], 'currency' | 'dso'>): string {
  if (days === null && invoiced.startsWith('-'))
    return `In ${currency} more was taken off invoices, by voiding or changing them, than was invoiced in that time, so there is none.`
  if (days === null) return `In ${currency} nothing was invoiced in that time, so there is none.`
  if (over_days < 90)
    return `In ${currency} over the ${over_days === 1 ? 'day' : `${over_days} days`} since the first booking.`
  return ''
}
