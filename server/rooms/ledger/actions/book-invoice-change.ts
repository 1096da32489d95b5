import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { LedgerAccount, Posting } from '../rules.ts'
import { lockReceivables } from '../store/entries.ts'
import { appendEntries } from './append-entries.ts'

export interface InvoiceFigures {
  readonly customerId: string
  readonly netMinor: bigint
  readonly taxMinor: bigint
  /** Late fees and plan fees that move along to another customer; zero when the customer stays. */
  readonly lateFeesMinor: bigint
  readonly planFeesMinor: bigint
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
  const legs = (figures: InvoiceFigures, sign: 1n | -1n) => legsOf(figures, sign, { invoiceId, currency })
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind: 'invoice_change',
      bookedOn: change.bookedOn,
      customerId: after.customerId,
      source: { type: 'invoice', id: invoiceId },
      description: `Invoice ${change.number} changed`,
      dueDates: { [invoiceId]: change.dueDate },
      postings: [...legs(before, -1n), ...legs(after, 1n)],
    },
  ])
}

function legsOf(
  { customerId, netMinor, taxMinor, lateFeesMinor, planFeesMinor }: InvoiceFigures,
  sign: 1n | -1n,
  { invoiceId, currency }: { readonly invoiceId: string; readonly currency: string },
): Posting[] {
  const leg = (ledgerAccount: LedgerAccount, minor: bigint): Posting => ({
    ledgerAccount,
    customerId,
    currency,
    amountMinor: -sign * minor,
  })
  const owed = leg('receivable', -(netMinor + taxMinor + lateFeesMinor + planFeesMinor))
  return [
    { ...owed, invoiceId },
    leg('sales', netMinor),
    leg('sales_tax', taxMinor),
    leg('late_fee_income', lateFeesMinor),
    leg('plan_fee_income', planFeesMinor),
  ]
}
