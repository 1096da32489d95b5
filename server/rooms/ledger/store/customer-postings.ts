import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryKind } from '../rules.ts'

/** Postings of one customer in one currency that say what is owed and which credit is left. */
export interface CustomerPosting {
  readonly customerId: string
  readonly currency: string
  readonly account: 'receivable' | 'customer_credit' | 'unapplied'
  /** The invoice or credit memo; null for unapplied credit. */
  readonly documentId: string | null
  readonly amountMinor: bigint
  /** Null for a sum of the postings before the period. */
  readonly entry: {
    readonly id: string
    readonly kind: EntryKind
    readonly bookedOn: CalendarDate
    readonly description: string
  } | null
}

interface Row extends Omit<CustomerPosting, 'entry'> {
  readonly entryId: string | null
  readonly kind: EntryKind
  readonly bookedOn: CalendarDate
  readonly description: string
}

/**
 * Returns the postings of customers in a period in the order of days and of the ledger, after the sums of all
 * postings before it that are not zero. One statement reads them, so they are of one moment.
 *
 * An entry that moves an invoice to another customer is an entry of that customer, and one that settles it with a payment or credit of
 * a former customer is an entry of the former one, so the entries are also found by the invoices.
 */
export async function selectCustomerPostings(
  ctx: Ctx,
  customerIds: readonly string[],
  period: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<CustomerPosting[]> {
  const { rows } = await sql<Row>`
    with entries as (
      select e.id, e.kind, e.booked_on, e.description, e.sequence from ledger_entries e
      where e.account_id = ${ctx.accountId} and e.customer_id = any(${customerIds}::uuid[]) and e.booked_on <= ${period.to}
      union all
      select distinct c.id, c.kind, c.booked_on, c.description, c.sequence
      from ledger_entries o join ledger_postings q on q.account_id = o.account_id and q.invoice_id = o.source_id
        join ledger_entries c on c.account_id = q.account_id and c.id = q.entry_id
      where o.account_id = ${ctx.accountId} and o.customer_id = any(${customerIds}::uuid[])
        and o.kind in ('invoice', 'invoice_change') and c.booked_on <= ${period.to} and not c.customer_id = any(${customerIds}::uuid[])
    ), legs as (
      select p.customer_id, p.currency, p.ledger_account, coalesce(p.invoice_id, p.credit_memo_id) as document_id,
        p.amount_minor, p.position, e.id, e.kind, e.booked_on, e.description, e.sequence
      from entries e join ledger_postings p on p.account_id = ${ctx.accountId} and p.entry_id = e.id
      where p.customer_id = any(${customerIds}::uuid[]) and p.ledger_account in ('receivable', 'customer_credit', 'unapplied')
    ), sums as (
      select customer_id, currency, ledger_account, document_id, sum(amount_minor)::bigint as amount_minor
      from legs where booked_on < ${period.from} group by 1, 2, 3, 4 having sum(amount_minor) <> 0
    )
    select customer_id as "customerId", currency, ledger_account as account, document_id as "documentId",
      amount_minor as "amountMinor", entry_id as "entryId", kind, booked_on as "bookedOn", description
    from (
      select customer_id, currency, ledger_account, document_id, amount_minor, null::uuid as entry_id, null as kind,
        null::date as booked_on, null as description, null::bigint as sequence, null::smallint as position from sums
      union all
      select customer_id, currency, ledger_account, document_id, amount_minor, id, kind, booked_on, description, sequence,
        position from legs where booked_on >= ${period.from}
    ) a order by customer_id, currency, booked_on nulls first, sequence, position`.execute(ctx.db)
  return rows.map(({ entryId, kind, bookedOn, description, ...posting }) => ({
    ...posting,
    entry: entryId === null ? null : { id: entryId, kind, bookedOn, description },
  }))
}
