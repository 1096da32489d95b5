import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockReceivables } from '../store/entries.ts'
import { appendEntries } from './append-entries.ts'

export interface InvoiceFigures {
  readonly customerId: string
  readonly netMinor: bigint
  readonly taxMinor: bigint
  /** Late fees that move along to another customer; zero when the customer stays. */
  readonly feesMinor: bigint
}

/**
 * Changes the amount, due date or customer of an invoice on which nothing is settled or reserved. One entry
 * reverses the former figures and posts the new ones. Refuses wrong_state otherwise.
 */
export async function bookInvoiceChange(
  ctx: Ctx,
  change: {
    invoiceId: string
    number: string
    currency: string
    bookedOn: CalendarDate
    dueDate: CalendarDate
    before: InvoiceFigures
    after: InvoiceFigures
  },
): Promise<void> {
  const { invoiceId, currency, before, after } = change
  const [receivable] = await lockReceivables(ctx, [invoiceId])
  if (!receivable || receivable.remainingMinor !== receivable.chargedMinor || receivable.reservedMinor !== 0n)
    throw refuse('wrong_state', 'This invoice has payments or credits, so you can’t change it.')
  const leg = (figures: InvoiceFigures, sign: 1n | -1n) => [
    {
      ledgerAccount: 'receivable' as const,
      customerId: figures.customerId,
      invoiceId,
      currency,
      amountMinor: sign * (figures.netMinor + figures.taxMinor + figures.feesMinor),
    },
    {
      ledgerAccount: 'sales' as const,
      customerId: figures.customerId,
      currency,
      amountMinor: -sign * figures.netMinor,
    },
    {
      ledgerAccount: 'sales_tax' as const,
      customerId: figures.customerId,
      currency,
      amountMinor: -sign * figures.taxMinor,
    },
    {
      ledgerAccount: 'late_fee_income' as const,
      customerId: figures.customerId,
      currency,
      amountMinor: -sign * figures.feesMinor,
    },
  ]
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind: 'invoice_change',
      bookedOn: change.bookedOn,
      customerId: after.customerId,
      source: { type: 'invoice', id: invoiceId },
      description: `Invoice ${change.number} changed`,
      dueDates: { [invoiceId]: change.dueDate },
      postings: [...leg(before, -1n), ...leg(after, 1n)],
    },
  ])
}
