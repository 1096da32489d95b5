import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { writeFor } from '../../../../platform/languages/translate.ts'
import { statusText } from '../../rules.ts'
import type { ListedInvoice } from '../../store/list-invoices.ts'

/**
 * Converts an invoice to the API's shape in lists. Staff and payers have different URLs for the same
 * invoice.
 */
export function presentInvoiceRow(
  ctx: Ctx,
  row: Omit<ListedInvoice, 'promised_on' | 'disputed'>,
  today: CalendarDate,
) {
  const pastDue = daysPastDue(row.due_date, today)
  const staff = ['staff', 'api_key', 'system'].includes(ctx.actor.kind)
  return {
    pk: row.id,
    id: row.id,
    number: row.number,
    url: staff ? `/api/accounts/${ctx.accountId}/invoices/${row.id}/` : `/api/invoices/${row.id}/`,
    customer: { pk: row.customer_id, short_name: row.short_name },
    state: row.state,
    status: writeFor(ctx, statusText(row.state, row.remaining_minor, row.currency, pastDue)),
    transaction_type: row.transaction_type,
    currency: row.currency,
    invoice_date: row.invoice_date,
    due_date: row.due_date,
    total: formatAmount(row.total_minor, row.currency),
    remaining: formatAmount(row.remaining_minor, row.currency),
    in_flight: formatAmount(row.reserved_minor, row.currency),
    days_past_due: pastDue,
    payment_plan: presentPlan(row, staff),
    sent_at: row.sent_at?.toISOString() ?? null,
    viewed_at: row.viewed_at?.toISOString() ?? null,
  }
}

/** Payers see a plan once it is confirmed. */
function presentPlan(
  { plan_id: pk, plan_state: state }: Pick<ListedInvoice, 'plan_id' | 'plan_state'>,
  staff: boolean,
) {
  return pk === null || state === null || (state === 'proposed' && !staff) ? null : { pk, state }
}
