import type { CalendarDate } from '../../domain/dates/calendar.ts'
import { formatAmount } from '../../domain/money/money.ts'
import { isoInstant } from '../../server/platform/clock.ts'
import { hashOf, sha256 } from '../../server/platform/ids.ts'
import { type Books, HISTORY_LABEL } from './books.ts'
import { COPY_NULL, copyBytes, copyText } from './copy-in.ts'
import type { HistoryEvent } from './history-events.ts'

/** Writes settlements like recordPayment and like issueCreditMemo with applyCreditMemo. */
export class SettlementWriter {
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  payment(event: Extract<HistoryEvent, { kind: 'payment' }>, day: CalendarDate): void {
    const { accountId, rows, figures } = this.books.parts
    const customerId = this.books.idOf(event.customer)
    const { currency } = event.customer.fields
    const id = this.books.newId(event.at)
    const number = this.books.takeNumber('payment')
    const settled = event.shares.reduce((sum, share) => sum + share.amountMinor, 0n)
    const amount = settled + event.unappliedMinor
    const at = isoInstant(event.at)
    // Nobody can repeat this request, because its key is the payment's own id.
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
      event.type,
      'manual',
      'confirmed',
      currency,
      amount,
      amount,
      event.unappliedMinor,
      event.reference,
      day,
      day,
      at,
      at,
    )
    const shares = event.shares.map((share) => ({
      invoiceId: this.books.written.get(share.invoice)!.id,
      amountMinor: share.amountMinor,
    }))
    for (const [position, share] of shares.entries())
      rows.add('payment_allocations', accountId, id, share.invoiceId, share.amountMinor, position, 'applied')
    this.books.parts.ledger.payment({
      at: event.at,
      bookedOn: day,
      customerId,
      currency,
      paymentId: id,
      number,
      shares,
      unappliedMinor: event.unappliedMinor,
    })
    rows.add('payment_events', accountId, id, 1, COPY_NULL, 'confirmed', 'recorded', at)
    this.books.audit(event.at, 'payments.record', 'payment', id, {
      number,
      customer: customerId,
      amountMinor: amount.toString(),
      unappliedMinor: event.unappliedMinor.toString(),
    })
    figures.pay(customerId, event.type, currency, settled, event.unappliedMinor)
  }

  credit(event: Extract<HistoryEvent, { kind: 'credit' }>, day: CalendarDate): void {
    const { invoice, amountMinor } = event.applied
    const { accountId, rows, figures } = this.books.parts
    const { currency } = invoice.customer.fields
    const customerId = this.books.idOf(invoice.customer)
    const { id: invoiceId, number: invoiceNumber } = this.books.written.get(invoice)!
    const id = this.books.newId(event.at)
    const applicationId = this.books.newId(event.at)
    const number = this.books.takeNumber('credit_memo')
    const at = isoInstant(event.at)
    rows.add(
      'credit_memos',
      accountId,
      id,
      customerId,
      number,
      'open',
      currency,
      day,
      copyText(event.reason),
      event.totalMinor,
      at,
    )
    rows.add(
      'credit_balances',
      accountId,
      id,
      customerId,
      currency,
      event.totalMinor,
      event.totalMinor - amountMinor,
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
    const memo = { at: event.at, bookedOn: day, customerId, currency, memoId: id, number }
    this.books.parts.ledger.creditMemo({ ...memo, totalMinor: event.totalMinor })
    this.books.audit(event.at, 'credit-memos.issue', 'credit_memo', id, {
      number,
      customer: customerId,
      currency,
      total_minor: event.totalMinor.toString(),
    })
    this.books.parts.ledger.creditApplied({ ...memo, applicationId, invoiceId, invoiceNumber, amountMinor })
    this.books.audit(event.at, 'credit-memos.apply', 'credit_memo', id, {
      customer: customerId,
      application: applicationId,
      invoice: invoiceId,
      amount_minor: amountMinor.toString(),
    })
  }
}
