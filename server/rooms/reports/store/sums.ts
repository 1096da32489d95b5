import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { deleteDueDateChanges } from '../../ledger/index.ts'
import { agingChanges, collectedChanges, delayChanges, month, tailOf } from './changes.ts'

/** Returns how many ledger entries are not in the sums yet. */
export async function countPending(ctx: Ctx): Promise<bigint> {
  const result = await sql<{ pending: bigint }>`
    select h.sequence - coalesce((select c.sequence from report_cursors c where c.account_id = ${ctx.accountId}), 0) as pending
    from ledger_heads h where h.account_id = ${ctx.accountId}`.execute(ctx.db)
  return result.rows[0]?.pending ?? 0n
}

/**
 * Adds at most `limit` ledger entries to the sums. The ledger head must be locked, so that the statements see the same entries.
 */
export async function addEntries(ctx: Ctx, limit: number): Promise<void> {
  const account = ctx.accountId
  const tail = tailOf(account, limit)
  await sql`
    with ${tail}, changes as materialized (
      select c.booked_month, c.currency, c.customer_id, c.due_date, sum(c.owed_minor) as owed_minor
      from (${agingChanges(account)}) c group by 1, 2, 3, 4 having sum(c.owed_minor) <> 0
    ), by_customer as (
      insert into customer_aging_months as s (account_id, booked_month, currency, customer_id, due_date, owed_minor)
      select here.account_id, c.booked_month, c.currency, c.customer_id, c.due_date, c.owed_minor from ${here(account)}, changes c
      on conflict (account_id, booked_month, currency, customer_id, due_date) do update
        set owed_minor = s.owed_minor + excluded.owed_minor
    ), added as (
      insert into aging_months as s (account_id, booked_month, due_date, currency, owed_minor)
      select here.account_id, c.booked_month, c.due_date, c.currency, sum(c.owed_minor)
      from ${here(account)}, changes c group by 1, 2, 3, 4 having sum(c.owed_minor) <> 0
      on conflict (account_id, booked_month, due_date, currency) do update set owed_minor = s.owed_minor + excluded.owed_minor)
    select`.execute(ctx.db)
  await sql`
    with ${tail}, added as (
      insert into payment_delays as s (account_id, currency, customer_id, weeks_late, paid_minor)
      select here.account_id, c.currency, c.customer_id, c.weeks_late, sum(c.paid_minor)
      from ${here(account)}, (${delayChanges(account)}) c group by 1, 2, 3, 4 having sum(c.paid_minor) <> 0
      on conflict (account_id, currency, customer_id, weeks_late) do update set paid_minor = s.paid_minor + excluded.paid_minor)
    select`.execute(ctx.db)
  await sql`
    with ${tail}, changes as materialized (${collectedChanges(account)}), entries as (
      insert into collected_entries (account_id, entry_id, currency, booked_on, source, step_name, collected_minor)
      select here.account_id, c.entry_id, c.currency, c.booked_on, c.source, c.step_name, c.collected_minor
      from ${here(account)}, changes c
    ), added as (
      insert into collected_months as s (account_id, booked_month, currency, source, step_name, collected_minor, payments)
      select here.account_id, ${month(sql`c.booked_on`)}, c.currency, c.source, c.step_name, sum(c.collected_minor), sum(c.payments)
      from ${here(account)}, changes c group by 1, 2, 3, 4, 5
      on conflict (account_id, booked_month, currency, source, step_name) do update set
        collected_minor = s.collected_minor + excluded.collected_minor, payments = s.payments + excluded.payments)
    select`.execute(ctx.db)
  await deleteDueDateChanges(ctx)
  await sql`
    with ${tail}, moved as (
      insert into report_cursors (account_id, sequence)
      select here.account_id, t.sequence from ${here(account)}, (select max(sequence) as sequence from tail) t where t.sequence is not null
      on conflict (account_id) do update set sequence = excluded.sequence)
    select`.execute(ctx.db)
}
