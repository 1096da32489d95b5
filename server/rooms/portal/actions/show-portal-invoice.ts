import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../domain/invoices/aging.ts'
import { invoiceStatusText } from '../../../../domain/invoices/invoice-status.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { writeFor } from '../../../platform/languages/translate.ts'
import type { PortalInvoice } from '../store/documents.ts'

/** Converts an invoice to the API's shape in customers' lists. */
export function showPortalInvoice(ctx: Ctx, invoice: PortalInvoice, today: CalendarDate) {
  const pastDue = daysPastDue(invoice.due_date, today)
  return {
    pk: invoice.id,
    id: invoice.id,
    number: invoice.number,
    url: `/api/invoices/${invoice.id}/`,
    status: writeFor(ctx, invoiceStatusText(invoice.remaining_minor, invoice.currency, pastDue)),
    transaction_type: invoice.transaction_type,
    currency: invoice.currency,
    invoice_date: invoice.invoice_date,
    due_date: invoice.due_date,
    total: formatAmount(invoice.total_minor, invoice.currency),
    remaining: formatAmount(invoice.remaining_minor, invoice.currency),
    in_flight: formatAmount(invoice.on_its_way_minor, invoice.currency),
    days_past_due: pastDue,
    payment_plan: presentPlan(invoice),
  }
}

const presentPlan = ({ plan_id: pk, plan_state: state }: PortalInvoice) =>
  pk === null || state === null ? null : { pk, state }
