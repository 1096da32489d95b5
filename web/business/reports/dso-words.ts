import type { SharedReport } from './shared-report.ts'

/** Explains a DSO period other than ninety days, or a missing DSO; empty otherwise. */
export function dsoWords({
  currency,
  dso: { days, invoiced, over_days },
}: Pick<SharedReport['currencies'][number], 'currency' | 'dso'>): string {
  if (days === null && invoiced.startsWith('-'))
    return `No DSO in ${currency}, because voids and changes exceed what was invoiced.`
  if (days === null) return `No DSO in ${currency}, because nothing was invoiced.`
  if (over_days < 90)
    return `${currency} covers the ${over_days === 1 ? 'day' : `${over_days} days`} since the first booking.`
  return ''
}
