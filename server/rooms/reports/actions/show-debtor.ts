import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Debtor } from '../store/debtors.ts'
import { showAging } from './show-aging.ts'

/** Converts a debtor to the API's shape. */
export const showDebtor = (row: Debtor, today: CalendarDate) => ({
  customer: { pk: row.customer_id, short_name: row.short_name },
  currency: row.currency,
  owed: formatAmount(row.owed, row.currency),
  past_due: formatAmount(row.past_due, row.currency),
  open_invoices: row.open_invoices,
  oldest_days: daysPastDue(row.oldest_due, today),
  aging: showAging({ ...row, total: row.owed }),
})
