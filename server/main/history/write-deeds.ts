import type { CalendarDate } from '../../../domain/calendar.ts'
import { formatDocumentNumber } from '../../../domain/document-number.ts'
import { formatAmount } from '../../../domain/money.ts'
import { isoInstant } from '../../platform/clock.ts'
import { hashOf, newId, sha256 } from '../../platform/ids.ts'
import { COPY_NULL, copyBytes, copyText } from './copy-in.ts'
import type { Deed, PlannedCustomer, PlannedInvoice } from './deeds.ts'
import { type Counters, HISTORY_LABEL, type HistoryParts } from './history-parts.ts'
import { addInvoiceRows } from './invoice-rows.ts'
import { pooledBytes } from './pooled-bytes.ts'

/** What an invoice is called in the database. */
interface Written {
  readonly id: string
  readonly number: string
  readonly entryId: string
}

/**
 * Turns what a plan says into the rows that the rooms' actions write when it happens: importOpenInvoices, createInvoice,
 * recordPayment, issueCreditMemo with applyCreditMemo, voidInvoice and writeOffInvoice.
 */
export class DeedWriter {
  private readonly parts: HistoryParts
  // Weak: whatever the plan has nothing more in store for is forgotten.
  private readonly written = new WeakMap<PlannedInvoice, Written>()

  constructor(parts: HistoryParts) {
    this.parts = parts
  }

  write(deed: Deed, day: CalendarDate): void {
    if (deed.kind === 'payment') this.payment(deed, day)
    else if (deed.kind === 'credit') this.credit(deed, day)
    else if (deed.kind === 'void' || deed.kind === 'write_off') this.close(deed, day)
    else if (deed.kind === 'draft') this.draft(deed.invoice)
    else this.invoice(deed.invoice)
  }

  private invoice(invoice: PlannedInvoice): void {
    const { accountId, rows, figures } = this.parts
    const { customer, totals, standing } = invoice
    const customerId = this.idOf(customer)
    const { id, number } = this.invoiceRow(invoice, isoInstant(invoice.at))
    const remaining = standing.remainingMinor
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
    const entryId = this.parts.ledger.invoice({
      at: invoice.at,
      bookedOn: invoice.date,
      customerId,
      currency: customer.fields.currency,
      invoiceId: id,
      number,
      netMinor: totals.totalMinor - totals.taxMinor,
      taxMinor: totals.taxMinor,
    })
    this.written.set(invoice, { id, number, entryId })
  }

  private draft(invoice: PlannedInvoice): void {
    const { customer, totals } = invoice
    const { id, number } = this.invoiceRow(invoice, null)
    this.audit(invoice.at, 'invoices.create', 'invoice', id, {
      number,
      customer: this.idOf(customer),
      currency: customer.fields.currency,
      total_minor: totals.totalMinor.toString(),
    })
  }

  private invoiceRow(invoice: PlannedInvoice, issuedAt: string | null): { id: string; number: string } {
    const { customer, standing } = invoice
    const customerId = this.idOf(customer)
    const id = this.newId(invoice.at)
    const number = this.take('invoice')
    addInvoiceRows(this.parts, invoice, { id, number, customerId, issuedAt })
    this.parts.figures.count(customerId, standing.state, customer.fields.currency)
    return { id, number }
  }

  private close(deed: Extract<Deed, { kind: 'void' | 'write_off' }>, bookedOn: CalendarDate): void {
    const { invoice, amountMinor } = deed
    const { totals, customer } = invoice
    const { id, number, entryId } = this.written.get(invoice)!
    const customerId = this.idOf(customer)
    const facts = {
      at: deed.at,
      bookedOn,
      customerId,
      currency: customer.fields.currency,
      invoiceId: id,
      number,
    }
    if (deed.kind === 'void')
      this.parts.ledger.void({
        ...facts,
        reversesId: entryId,
        netMinor: totals.totalMinor - totals.taxMinor,
        taxMinor: totals.taxMinor,
      })
    else this.parts.ledger.writeOff({ ...facts, amountMinor })
    const amount =
      deed.kind === 'void'
        ? { total_minor: totals.totalMinor.toString() }
        : { amount_minor: amountMinor.toString() }
    this.audit(deed.at, deed.kind === 'void' ? 'invoices.void' : 'invoices.write-off', 'invoice', id, {
      reason: deed.reason,
      ...amount,
    })
  }

  private payment(deed: Extract<Deed, { kind: 'payment' }>, day: CalendarDate): void {
    const { accountId, rows, figures } = this.parts
    const customerId = this.idOf(deed.customer)
    const { currency } = deed.customer.fields
    const id = this.newId(deed.at)
    const number = this.take('payment')
    const settled = deed.shares.reduce((sum, share) => sum + share.amountMinor, 0n)
    const amount = settled + deed.unappliedMinor
    const at = isoInstant(deed.at)
    // The hash of a request that nobody can repeat: its key is the payment's own id.
    const request = `${HISTORY_LABEL}-${id}`
    rows.add(
      'payments',
      accountId,
      id,
      number,
      customerId,
      request,
      copyBytes(sha256(request)),
      'staff',
      deed.type,
      'manual',
      'confirmed',
      currency,
      amount,
      amount,
      deed.unappliedMinor,
      deed.reference,
      day,
      at,
      at,
    )
    const shares = deed.shares.map((share) => ({
      invoiceId: this.written.get(share.invoice)!.id,
      amountMinor: share.amountMinor,
    }))
    for (const [position, share] of shares.entries())
      rows.add('payment_allocations', accountId, id, share.invoiceId, share.amountMinor, position, 'applied')
    this.parts.ledger.payment({
      at: deed.at,
      bookedOn: day,
      customerId,
      currency,
      paymentId: id,
      number,
      shares,
      unappliedMinor: deed.unappliedMinor,
    })
    rows.add('payment_events', accountId, id, 1, COPY_NULL, 'confirmed', 'recorded', at)
    this.audit(deed.at, 'payments.record', 'payment', id, {
      number,
      amountMinor: amount.toString(),
      unappliedMinor: deed.unappliedMinor.toString(),
    })
    figures.pay(customerId, currency, settled, deed.unappliedMinor)
  }

  private credit(deed: Extract<Deed, { kind: 'credit' }>, day: CalendarDate): void {
    const { invoice, amountMinor } = deed.applied
    const { accountId, rows } = this.parts
    const { customer } = invoice
    const { currency } = customer.fields
    const customerId = this.idOf(customer)
    const { id: invoiceId, number: invoiceNumber } = this.written.get(invoice)!
    const id = this.newId(deed.at)
    const applicationId = this.newId(deed.at)
    const number = this.take('credit_memo')
    const at = isoInstant(deed.at)
    rows.add(
      'credit_memos',
      accountId,
      id,
      customerId,
      number,
      'open',
      currency,
      day,
      copyText(deed.reason),
      deed.totalMinor,
      at,
    )
    rows.add(
      'credit_balances',
      accountId,
      id,
      customerId,
      currency,
      deed.totalMinor,
      deed.totalMinor - amountMinor,
    )
    const amount = formatAmount(amountMinor, currency)
    rows.add(
      'credit_applications',
      accountId,
      applicationId,
      id,
      invoiceId,
      amountMinor,
      at,
      `${HISTORY_LABEL}-${applicationId}`,
      copyBytes(hashOf({ memo: id, invoice: invoiceId, amount })),
    )
    const memo = { at: deed.at, bookedOn: day, customerId, currency, memoId: id, number }
    this.parts.ledger.creditMemo({ ...memo, totalMinor: deed.totalMinor })
    this.audit(deed.at, 'credit-memos.issue', 'credit_memo', id, {
      number,
      customer: customerId,
      currency,
      total_minor: deed.totalMinor.toString(),
    })
    this.parts.ledger.creditApplied({ ...memo, applicationId, invoiceId, invoiceNumber, amountMinor })
    this.audit(deed.at, 'credit-memos.apply', 'credit_memo', id, {
      application: applicationId,
      invoice: invoiceId,
      amount_minor: amountMinor.toString(),
    })
  }

  private audit(at: number, action: string, type: string, id: string, detail: Record<string, string>): void {
    this.parts.rows.add(
      'audit_entries',
      this.parts.accountId,
      this.newId(at),
      isoInstant(at),
      'system',
      HISTORY_LABEL,
      action,
      type,
      id,
      copyText(JSON.stringify(detail)),
      HISTORY_LABEL,
    )
  }

  private take(kind: keyof Counters): string {
    const counter = this.parts.counters[kind]
    return formatDocumentNumber(counter.prefix, counter.next++, counter.width)
  }

  private idOf(customer: PlannedCustomer): string {
    return this.parts.customerIds[customer.index]!
  }

  private newId(at: number): string {
    return newId(at, pooledBytes)
  }
}
