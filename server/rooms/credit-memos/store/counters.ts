import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/**
 * SQL for the number of credit memos of the account or of one customer, void ones included. Reads a few
 * counter rows for any number of memos.
 */
export const countFromCounters = (ctx: Ctx, scope: string): RawBuilder<number> => sql<number>`(
  select coalesce(sum(t.memos), 0)::int from credit_memo_tallies t
  where t.account_id = ${ctx.accountId} and t.scope_id = ${scope})`

/** Compares the counters with the credit memos. Returns one sentence for each difference. */
export async function verifyCreditMemoCounters(ctx: Ctx): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
  const result = await sql<{ scope: string; state: string; kept: bigint; counted: bigint }>`
    with counted as (
      select s.scope_id, m.state, count(*) as memos from credit_memos m
        cross join lateral (values (m.account_id), (m.customer_id)) s(scope_id)
      where m.account_id = ${ctx.accountId} group by 1, 2
    ), kept as (
      select scope_id, state, sum(memos) as memos from credit_memo_tallies
      where account_id = ${ctx.accountId} group by 1, 2
    )
    select scope_id as scope, state, coalesce(k.memos, 0)::bigint as kept, coalesce(c.memos, 0)::bigint as counted
    from counted c full join kept k using (scope_id, state)
    where coalesce(c.memos, 0) <> coalesce(k.memos, 0) order by 1, 2`.execute(ctx.db)
  return result.rows.map(
    ({ scope, state, kept, counted }) =>
      `credit memos ${state} of ${scope === ctx.accountId ? 'the account' : `customer ${scope}`}: ${kept} kept, ${counted} counted`,
  )
}
