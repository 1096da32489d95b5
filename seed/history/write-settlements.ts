import type { CalendarDate } from '../../domain/dates/calendar.ts'
import { formatAmount } from '../../domain/money/money.ts'
import { isoInstant } from '../../server/platform/clock.ts'
import { hashOf, sha256 } from '../../server/platform/ids.ts'
import { type Books, HISTORY_LABEL } from './books.ts'
import { COPY_NULL, copyBytes, copyText } from './copy-in.ts'
import type { Deed } from './deeds.ts'

/** What settles invoices, as recordPayment, and issueCreditMemo with applyCreditMemo, write it. */
export class SettlementWriter {
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  payment(deed: Extract<Deed, { kind: 'payment' }>, day: CalendarDate): void {
    const { accountId, rows, figures } = this.books.parts
    const customerId = this.books.idOf(deed.customer)
    const { currency } = deed.customer.fields
    const id = this.books.newId(deed.at)
    const number = this.books.take('payment')
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
      invoiceId: this.books.written.get(share.invoice)!.id,
      amountMinor: share.amountMinor,
    }))
    for (const [position, share] of shares.entries())
      rows.add('payment_allocations', accountId, id, share.invoiceId, share.amountMinor, position, 'applied')
    this.books.parts.ledger.payment({
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
    this.books.audit(deed.at, 'payments.record', 'payment', id, {
      number,
      amountMinor: amount.toString(),
      unappliedMinor: deed.unappliedMinor.toString(),
    })
    figures.pay(customerId, deed.type, currency, settled, deed.unappliedMinor)
  }

  credit(deed: Extract<Deed, { kind: 'credit' }>, day: CalendarDate): void {
    const { invoice, amountMinor } = deed.applied
    const { accountId, rows, figures } = this.books.parts
    const { customer } = invoice
    const { currency } = customer.fields
    const customerId = this.books.idOf(customer)
    const { id: invoiceId, number: invoiceNumber } = this.books.written.get(invoice)!
    const id = this.books.newId(deed.at)
    const applicationId = this.books.newId(deed.at)
    const number = this.books.take('credit_memo')
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
    figures.credit(customerId)
    rows.add(
      'credit_applications',
      accountId,
      applicationId,
      id,
      invoiceId,
      amountMinor,
      at,
      `${HISTORY_LABEL}-${applicationId}`,
      copyBytes(hashOf({ memo: id, invoice: invoiceId, amount: formatAmount(amountMinor, currency) })),
    )
    const memo = { at: deed.at, bookedOn: day, customerId, currency, memoId: id, number }
    this.books.parts.ledger.creditMemo({ ...memo, totalMinor: deed.totalMinor })
    this.books.audit(deed.at, 'credit-memos.issue', 'credit_memo', id, {
      number,
      customer: customerId,
      currency,
      total_minor: deed.totalMinor.toString(),
    })
    this.books.parts.ledger.creditApplied({ ...memo, applicationId, invoiceId, invoiceNumber, amountMinor })
    this.books.audit(deed.at, 'credit-memos.apply', 'credit_memo', id, {
      application: applicationId,
      invoice: invoiceId,
      amount_minor: amountMinor.toString(),
    })
  }
}
