import { daysPastDue } from '../../../../domain/aging.ts'
import type { CalendarDate } from '../../../../domain/calendar.ts'
import { computeInvoiceTotals } from '../../../../domain/invoice-totals.ts'
import { formatAmount } from '../../../../domain/money.ts'
import { formatQuantity } from '../../../../domain/quantity.ts'
import { formatRate } from '../../../../domain/rate.ts'
import { roleCan } from '../../../../domain/roles.ts'
import type { Ctx } from '../../../platform/context.ts'
import { possibleWith, settledBy, statusText, type WrittenLine } from '../rules.ts'
import type { HistoryRow, InvoiceWhole } from '../store/detail.ts'
import type { InvoiceRecord } from '../store/invoices.ts'
import { tellHistory } from './tell-history.ts'

type RowFacts = Pick<
  InvoiceRecord,
  | 'id'
  | 'number'
  | 'customer_id'
  | 'state'
  | 'transaction_type'
  | 'currency'
  | 'invoice_date'
  | 'due_date'
  | 'total_minor'
  | 'sent_at'
  | 'viewed_at'
> & { short_name: string; remaining_minor: bigint }

/** An invoice as lists show it. Staff and payers have different addresses for the same invoice. */
export function presentInvoiceRow(ctx: Ctx, row: RowFacts, today: CalendarDate) {
  const pastDue = daysPastDue(row.due_date, today)
  const staff = ctx.actor.kind === 'staff' || ctx.actor.kind === 'system'
  return {
    pk: row.id,
    id: row.id,
    number: row.number,
    url: staff ? `/api/accounts/${ctx.accountId}/invoices/${row.id}/` : `/api/invoices/${row.id}/`,
    customer: { pk: row.customer_id, short_name: row.short_name },
    state: row.state,
    status: statusText(row.state, row.remaining_minor, row.currency, pastDue),
    transaction_type: row.transaction_type,
    currency: row.currency,
    invoice_date: row.invoice_date,
    due_date: row.due_date,
    total: formatAmount(row.total_minor, row.currency),
    remaining: formatAmount(row.remaining_minor, row.currency),
    days_past_due: pastDue,
    payment_plan: null,
    sent_at: row.sent_at?.toISOString() ?? null,
    viewed_at: row.viewed_at?.toISOString() ?? null,
  }
}

/** A line as the API shows it, and as revisions keep it. */
export const presentLine = (line: WrittenLine, currency: string) => ({
  description: line.description,
  detail: line.detail,
  quantity: formatQuantity(line.quantity),
  unit_price: formatAmount(line.unitPriceMinor, currency),
  discount: formatRate(line.discountPpm),
  tax_name: line.taxName,
  tax_rate: formatRate(line.taxPpm),
  amount: formatAmount(line.netMinor, currency),
})

/** What an invoice says, as its revisions keep it. */
export const snapshotOf = (invoice: InvoiceRecord, lines: readonly WrittenLine[]) => ({
  customer: invoice.customer_id,
  number: invoice.number,
  currency: invoice.currency,
  invoice_date: invoice.invoice_date,
  due_date: invoice.due_date,
  terms: invoice.terms,
  notes: invoice.notes,
  total: formatAmount(invoice.total_minor, invoice.currency),
  tax: formatAmount(invoice.tax_minor, invoice.currency),
  lines: lines.map((line) => presentLine(line, invoice.currency)),
})

/** The taxes of an invoice, each with what it is on. */
export const taxesOf = (lines: readonly WrittenLine[]) => computeInvoiceTotals(lines).taxes

/** One invoice with all that belongs to it. */
export function presentInvoice(
  ctx: Ctx,
  invoice: InvoiceWhole,
  lines: readonly WrittenLine[],
  history: readonly HistoryRow[],
  today: CalendarDate,
) {
  const amount = (minor: bigint) => formatAmount(minor, invoice.currency)
  const settled = settledBy(history)
  return {
    ...presentInvoiceRow(ctx, invoice, today),
    customer: {
      pk: invoice.customer_id,
      short_name: invoice.short_name,
      email: invoice.email,
      emails: [invoice.email, ...invoice.extra_emails].filter((address) => address !== ''),
    },
    terms: invoice.terms,
    notes: invoice.notes,
    lines: lines.map((line) => presentLine(line, invoice.currency)),
    subtotal: amount(invoice.subtotal_minor),
    discount: amount(invoice.discount_minor),
    tax: amount(invoice.tax_minor),
    taxes: taxesOf(lines).map((tax) => ({
      name: tax.name,
      rate: formatRate(tax.ratePpm),
      base: amount(tax.baseMinor),
      amount: amount(tax.taxMinor),
    })),
    paid: amount(settled.paidMinor),
    credited: amount(settled.creditedMinor),
    in_flight: amount(invoice.reserved_minor),
    revision: invoice.revision,
    can: allowed(ctx, invoice),
    timeline: tellHistory(invoice, history),
  }
}

/** What this person can do with the invoice now: what its state and their role both let them. */
function allowed(ctx: Ctx, invoice: InvoiceWhole) {
  const role = ctx.actor.kind === 'staff' ? ctx.actor.role : null
  const may = (right: Parameters<typeof roleCan>[1]) => role !== null && roleCan(role, right)
  const possible = possibleWith({
    state: invoice.state,
    totalMinor: invoice.total_minor,
    chargedMinor: invoice.charged_minor,
    remainingMinor: invoice.remaining_minor,
    reservedMinor: invoice.reserved_minor,
  })
  return {
    edit: possible.edit && may('invoices.write'),
    send: possible.send && may('invoices.write'),
    void: possible.void && may('invoices.write'),
    write_off: possible.write_off && may('invoices.write'),
    remove: possible.remove && may('invoices.delete'),
    record_payment: possible.record_payment && may('payments.record'),
  }
}
