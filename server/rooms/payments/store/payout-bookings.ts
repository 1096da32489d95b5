import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PayoutRow } from './payouts.ts'

/** Returns payouts whose entries may not say what the processor reports, the earliest arrival first. */
export async function payoutsToBook(ctx: Ctx, provider: string, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('payouts')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .where('is_booked', '=', false)
    .orderBy('arrives_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const lockPayout = async (ctx: Ctx, id: string): Promise<PayoutRow | null> =>
  (await ctx.db
    .selectFrom('payouts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

export async function markBooked(ctx: Ctx, id: string, entryId: string | null): Promise<void> {
  await ctx.db
    .updateTable('payouts')
    .set({ is_booked: true, entry_id: entryId })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

interface OwnLine {
  readonly gross: bigint
  readonly fee: bigint
  /** Amount in the currency of the payment. */
  readonly own: bigint
  readonly currency: string
}

/**
 * Returns the lines of a payout that belong to our payments. A line in another currency than its payment's, whose own amount is not
 * known, is left out.
 */
export async function ownLinesOf(ctx: Ctx, payout: PayoutRow): Promise<OwnLine[]> {
  const result = await sql<OwnLine>`
    select l.gross_minor as gross, l.fee_minor as fee, coalesce(l.own_minor, l.gross_minor) as own,
      coalesce(l.own_currency, ${payout.currency}) as currency
    from payout_lines l join payments p on p.account_id = l.account_id and p.id = l.payment_id
    where l.account_id = ${ctx.accountId} and l.payout_id = ${payout.id}
      and coalesce(l.own_currency, ${payout.currency}) = p.currency`.execute(ctx.db)
  return result.rows
}

/** The part of a payment that a processor which reports payouts has not paid out. */
export interface OpenClearing {
  readonly provider: string
  readonly currency: string
  readonly number: string
  readonly openMinor: bigint
}

/**
 * Returns the payments whose money on the clearing account is not paid out, or is paid out without being booked, by processor and
 * currency. Reads all entries of payments, so it is for checks and not for pages.
 */
export async function openClearing(ctx: Ctx): Promise<OpenClearing[]> {
  const result = await sql<OpenClearing>`
    with reported as materialized (
      select distinct provider from payouts where account_id = ${ctx.accountId}
    ), moved as (
      select p.provider, p.id, q.currency, q.amount_minor as minor
      from ledger_entries e
        join ledger_postings q on q.account_id = e.account_id and q.entry_id = e.id and q.ledger_account = 'clearing'
        left join refunds r on r.account_id = e.account_id and r.id = e.source_id and e.kind = 'refund'
        join payments p on p.account_id = e.account_id and p.id = case when r.payment_id is null then e.source_id else r.payment_id end
      where e.account_id = ${ctx.accountId} and e.kind in ('payment', 'payment_return', 'refund')
      union all
      select o.provider, l.payment_id, coalesce(l.own_currency, o.currency), -coalesce(l.own_minor, l.gross_minor)
      from payouts o join payout_lines l on l.account_id = o.account_id and l.payout_id = o.id
        join payments p on p.account_id = l.account_id and p.id = l.payment_id
      where o.account_id = ${ctx.accountId} and o.entry_id is not null and coalesce(l.own_currency, o.currency) = p.currency
    )
    select m.provider, m.currency, p.number, sum(m.minor)::bigint as "openMinor"
    from moved m join reported t on t.provider = m.provider
      join payments p on p.account_id = ${ctx.accountId} and p.id = m.id
    group by m.provider, m.currency, p.number having sum(m.minor) <> 0
    order by m.provider, m.currency, p.number`.execute(ctx.db)
  return result.rows
}

/** Returns the processors that report payouts to this account. */
export async function payingOut(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('payouts')
    .select('provider')
    .distinct()
    .where('account_id', '=', ctx.accountId)
    .orderBy('provider')
    .execute()
  return rows.map(({ provider }) => provider)
}
