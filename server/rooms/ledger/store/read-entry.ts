import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { NewEntry, Posting } from '../rules.ts'

/** An entry as it was booked. */
export interface BookedEntry {
  readonly id: string
  readonly bookedOn: CalendarDate
  readonly description: string
  readonly source: NewEntry['source']
  readonly postings: readonly Posting[]
}

/** Returns an entry with its postings in their order. Throws for an unknown one. */
export async function readEntry(ctx: Ctx, id: string): Promise<BookedEntry> {
  const entry = await ctx.db
    .selectFrom('ledger_entries')
    .select(['booked_on', 'description', 'source_type', 'source_id'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const legs = await ctx.db
    .selectFrom('ledger_postings')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('entry_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    id,
    bookedOn: entry.booked_on,
    description: entry.description,
    source: { type: entry.source_type, id: entry.source_id },
    postings: legs.map((leg) => ({
      ledgerAccount: leg.ledger_account,
      customerId: leg.customer_id,
      ...(leg.invoice_id !== null && { invoiceId: leg.invoice_id }),
      ...(leg.credit_memo_id !== null && { creditMemoId: leg.credit_memo_id }),
      currency: leg.currency,
      amountMinor: leg.amount_minor,
    })),
  }
}
