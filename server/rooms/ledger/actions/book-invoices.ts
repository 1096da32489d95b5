import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { NewEntry } from '../rules.ts'
import { appendEntries } from './append-entries.ts'

export interface InvoiceToBook {
  readonly invoiceId: string
  readonly customerId: string
  readonly currency: string
  readonly number: string
  readonly bookedOn: CalendarDate
  readonly dueDate: CalendarDate
  /** After discounts, before tax. */
  readonly netMinor: bigint
  readonly taxMinor: bigint
  /**
   * The part that was paid before the invoice was imported. It is booked as a payment, but no payment row
   * exists for it.
   */
  readonly formerlyPaidMinor?: bigint
}

/**
 * Books invoices: receivable against sales and sales tax. Set-based: the number of statements does not grow
 * with the number of invoices.
 */
export async function bookInvoices(ctx: Ctx, invoices: readonly InvoiceToBook[]): Promise<void> {
  await appendEntries(
    ctx,
    invoices.flatMap((invoice) =>
      invoice.formerlyPaidMinor
        ? [invoiceEntry(ctx, invoice), formerPaymentEntry(ctx, invoice, invoice.formerlyPaidMinor)]
        : [invoiceEntry(ctx, invoice)],
    ),
  )
}

export const bookInvoice = (ctx: Ctx, invoice: InvoiceToBook): Promise<void> => bookInvoices(ctx, [invoice])

function invoiceEntry(ctx: Ctx, invoice: InvoiceToBook): NewEntry {
  const { customerId, currency, invoiceId } = invoice
  return {
    id: nextId(ctx),
    kind: 'invoice',
    bookedOn: invoice.bookedOn,
    customerId,
    source: { type: 'invoice', id: invoiceId },
    description: `Invoice ${invoice.number}`,
    dueDates: { [invoiceId]: invoice.dueDate },
    postings: [
      {
        ledgerAccount: 'receivable',
        customerId,
        invoiceId,
        currency,
        amountMinor: invoice.netMinor + invoice.taxMinor,
      },
      { ledgerAccount: 'sales', customerId, currency, amountMinor: -invoice.netMinor },
      { ledgerAccount: 'sales_tax', customerId, currency, amountMinor: -invoice.taxMinor },
    ],
  }
}

function formerPaymentEntry(ctx: Ctx, invoice: InvoiceToBook, amountMinor: bigint): NewEntry {
  const { customerId, currency, invoiceId } = invoice
  return {
    id: nextId(ctx),
    kind: 'payment',
    bookedOn: invoice.bookedOn,
    customerId,
    source: { type: 'import', id: invoiceId },
    description: `Paid on invoice ${invoice.number} before it was imported`,
    postings: [
      { ledgerAccount: 'clearing', customerId, currency, amountMinor },
      { ledgerAccount: 'receivable', customerId, invoiceId, currency, amountMinor: -amountMinor },
    ],
  }
}
