import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { formatRate } from '../../../../../domain/money/rate.ts'
import type { Right } from '../../../../../domain/people/roles.ts'
import { actorMay } from '../../../../platform/auth/actor-may.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { possibleWith, presentLine, settledBy, taxesOf, type WrittenLine } from '../../rules.ts'
import type { HistoryRow, InvoiceWhole } from '../../store/detail.ts'
import type { LateFee } from '../../store/late-fees.ts'
import { presentInvoiceRow } from './present-invoice-row.ts'
import { readInvoiceHistory } from './read-invoice-history.ts'

/** Converts one invoice with lines, fees, figures and timeline to the API's shape. */
export function presentInvoice(
  ctx: Ctx,
  invoice: InvoiceWhole,
  parts: {
    readonly lines: readonly WrittenLine[]
    readonly history: readonly HistoryRow[]
    readonly fees: readonly LateFee[]
  },
  today: CalendarDate,
) {
  const amount = (minor: bigint) => formatAmount(minor, invoice.currency)
  const { lines, history, fees } = parts
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
    deposit_to: invoice.deposit_to,
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
    late_fees: fees.map((fee) => ({
      pk: fee.id,
      text: fee.description,
      charged_on: fee.booked_on,
      amount: amount(fee.amount_minor - fee.waived_minor),
      waived: amount(fee.waived_minor),
    })),
    paid: amount(settled.paidMinor),
    credited: amount(settled.creditedMinor),
    written_off: amount(settled.writtenOffMinor),
    revision: invoice.revision,
    closed_at: invoice.closed_at?.toISOString() ?? null,
    closed_because: invoice.closed_because ?? '',
    kept_after_move: invoice.kept_after_move,
    can: allowed(ctx, invoice, settled.writtenOffMinor),
    timeline: readInvoiceHistory(invoice, history),
  }
}

/** Returns the actions that both the invoice's state and the actor's role allow. */
function allowed(ctx: Ctx, invoice: InvoiceWhole, writtenOffMinor: bigint) {
  const may = (right: Right) => actorMay(ctx.actor, right)
  const possible = possibleWith({
    state: invoice.state,
    totalMinor: invoice.total_minor,
    chargedMinor: invoice.charged_minor,
    remainingMinor: invoice.remaining_minor,
    reservedMinor: invoice.reserved_minor,
    writtenOffMinor,
    keptHere: invoice.kept_here,
    keptAfterMove: invoice.kept_after_move,
  })
  return {
    edit: possible.edit && may('invoices.write'),
    send: possible.send && may('invoices.write'),
    void: possible.void && may('invoices.write'),
    write_off: possible.write_off && may('invoices.write_off'),
    undo_write_off:
      possible.undo_write_off && invoice.customer_erased_at === null && may('invoices.write_off'),
    remove: possible.remove && may('invoices.delete'),
    record_payment: possible.record_payment && may('payments.record'),
  }
}
