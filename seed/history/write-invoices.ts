import type { CalendarDate } from '../../domain/dates/calendar.ts'
import { isoInstant } from '../../server/platform/clock.ts'
import type { Books } from './books.ts'
import { COPY_NULL, copyText } from './copy-in.ts'
import type { HistoryEvent, PlannedInvoice } from './history-events.ts'

/** Writes invoices like importOpenInvoices, createInvoice, voidInvoice and writeOffInvoice. */
export class InvoiceWriter {
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  issue(invoice: PlannedInvoice): void {
    const { accountId, rows, figures } = this.books.parts
    const { customer, totals, outcome } = invoice
    const customerId = this.books.idOf(customer)
    const { id, number } = this.invoiceRow(invoice, isoInstant(invoice.at))
    const remaining = outcome.remainingMinor
    rows.add(
      'receivables',
      accountId,
      id,
      customerId,
      customer.fields.currency,
      invoice.dueDate,
      totals.totalMinor,
      remaining,
    )
    figures.charge(customerId, customer.fields.currency, invoice.dueDate, remaining)
    const entryId = this.books.parts.ledger.invoice({
      at: invoice.at,
      bookedOn: invoice.date,
      customerId,
      currency: customer.fields.currency,
      invoiceId: id,
      number,
      netMinor: totals.totalMinor - totals.taxMinor,
      taxMinor: totals.taxMinor,
    })
    this.books.written.set(invoice, { id, number, entryId })
  }

  draft(invoice: PlannedInvoice): void {
    const { customer, totals } = invoice
    const { id, number } = this.invoiceRow(invoice, null)
    this.books.audit(invoice.at, 'invoices.create', 'invoice', id, {
      number,
      customer: this.books.idOf(customer),
      currency: customer.fields.currency,
      total_minor: totals.totalMinor.toString(),
    })
  }

  private invoiceRow(invoice: PlannedInvoice, issuedAt: string | null): { id: string; number: string } {
    const { accountId, rows, figures } = this.books.parts
    const { customer, totals, outcome } = invoice
    const { currency } = customer.fields
    const customerId = this.books.idOf(customer)
    const id = this.books.newId(invoice.at)
    const number = this.books.takeNumber('invoice')
    const createdAt = isoInstant(invoice.at)
    const closedAt = outcome.closedAt === null ? null : isoInstant(outcome.closedAt)
    rows.add(
      'invoices',
      accountId,
      id,
      customerId,
      number,
      outcome.state,
      currency,
      invoice.date,
      invoice.dueDate,
      customer.terms,
      '',
      totals.subtotalMinor,
      totals.discountMinor,
      totals.taxMinor,
      totals.totalMinor,
      issuedAt ?? COPY_NULL,
      closedAt ?? COPY_NULL,
      outcome.closedBecause ?? COPY_NULL,
      createdAt,
      closedAt ?? createdAt,
    )
    for (const [position, line] of invoice.lines.entries()) {
      const sums = totals.lines[position]!
      rows.add(
        'invoice_lines',
        accountId,
        id,
        position,
        copyText(line.description),
        copyText(line.detail),
        line.quantity,
        line.unitPriceMinor,
        line.discountPpm,
        line.taxName,
        line.taxPpm,
        sums.netMinor,
        sums.taxMinor,
      )
    }
    figures.count(customerId, outcome.state, currency)
    return { id, number }
  }

  close(event: Extract<HistoryEvent, { kind: 'void' | 'write_off' }>, bookedOn: CalendarDate): void {
    const { invoice, amountMinor } = event
    const { totals, customer } = invoice
    const { id, number, entryId } = this.books.written.get(invoice)!
    const customerId = this.books.idOf(customer)
    const facts = {
      at: event.at,
      bookedOn,
      customerId,
      currency: customer.fields.currency,
      invoiceId: id,
      number,
    }
    if (event.kind === 'void')
      this.books.parts.ledger.void({
        ...facts,
        reversesId: entryId,
        netMinor: totals.totalMinor - totals.taxMinor,
        taxMinor: totals.taxMinor,
      })
    else this.books.parts.ledger.writeOff({ ...facts, amountMinor })
    const amount =
      event.kind === 'void'
        ? { total_minor: totals.totalMinor.toString() }
        : { amount_minor: amountMinor.toString() }
    this.books.audit(
      event.at,
      event.kind === 'void' ? 'invoices.void' : 'invoices.write-off',
      'invoice',
      id,
      {
        customer: customerId,
        reason: event.reason,
        ...amount,
      },
    )
  }
}
