import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Counts what waits for a person, by kind. Due tasks are counted by their cause, as the worklist lists them. */
export async function countNextSteps(ctx: Ctx, today: CalendarDate): Promise<Map<string, number>> {
  const account = ctx.accountId
  const result = await sql<{ kind: string; count: number }>`
    select case t.kind when 'failed_charge' then 'failed_charges' when 'answer' then 'answers'
        when 'refused_address' then 'refused_addresses' when 'follow_up' then 'follow_ups' else 'other_tasks' end as kind,
      count(*)::int as count
    from tasks t
    where t.account_id = ${account} and t.status = 'open' and coalesce(t.snoozed_until, t.due_on) <= ${today}
    group by 1
    union all
    select 'payment_cases', count(*)::int from payment_cases where account_id = ${account} and closed_at is null
    union all
    select 'conflicts', count(*)::int from accounting_conflicts where account_id = ${account} and closed_at is null
    union all
    select 'access_requests', count(*)::int from portal_access_requests where account_id = ${account} and state = 'open'
    union all
    select 'drafts', coalesce(sum(t.invoices), 0)::int from invoice_tallies t
    where t.account_id = ${account} and t.scope_id = ${account} and t.kind = 'draft'`.execute(ctx.db)
  return new Map(result.rows.map(({ kind, count }) => [kind, count]))
}
