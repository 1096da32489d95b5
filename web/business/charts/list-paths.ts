import { reportPath } from '../paths.ts'

/** The table of months on a report's page. */
export const MONTHS_ANCHOR = 'months'

/** The list behind a figure of a report. Parameters without a value are left out. */
export const behindPath = (report: string, parameters: Readonly<Record<string, string>>): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${reportPath(report)}/list?${new URLSearchParams(given)}`
}

/** The open or overdue invoices of a customer in one currency. */
export const owedByPath = (customer: string, view: 'open' | 'overdue', currency: string): string =>
  `/invoices?view=${view}&customer=${customer}&filter_currency=${currency}`

/** The list behind what was collected or invoiced in some days. */
export const periodPath = (
  figure: 'collected' | 'invoiced',
  days: { readonly from: string; readonly until: string },
  currency: string,
): string => behindPath(figure, { from: days.from, until: days.until, currency })

/** The list behind one row of what comes in the next days. */
export const comingPath = (
  { day, kind }: { readonly day: string; readonly kind: string },
  currency: string,
): string =>
  kind === 'due'
    ? `/invoices?view=open&filter_due_date_gte=${day}&filter_due_date_lte=${day}&filter_currency=${currency}`
    : behindPath('next-days', { on: day, kind, currency })
