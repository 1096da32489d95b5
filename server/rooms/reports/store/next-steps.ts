import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

const TASK_STEP = sql`case t.kind when 'failed_charge' then 'failed_charges' when 'answer' then 'answers'
  when 'refused_address' then 'refused_addresses' when 'follow_up' then 'follow_ups' else 'other_tasks' end`

/** Drafts that are looked at for names: a customer may have many. */
const MOST_DRAFTS = 50

const isDue = (today: CalendarDate) =>
  sql`t.status = 'open' and coalesce(t.snoozed_until, t.due_on) <= ${today}`

/** Counts what waits for a person, by kind. Due tasks are counted by their cause, as the worklist lists them. */
export async function countNextSteps(ctx: Ctx, today: CalendarDate): Promise<Map<string, number>> {
  const account = ctx.accountId
  const result = await sql<{ kind: string; count: number }>`
    select ${TASK_STEP} as kind, count(*)::int as count from tasks t
    where t.account_id = ${account} and ${isDue(today)} group by 1
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

/** Returns whom each kind is about, the longest waiting first and each name once: at most `limit` for a kind. */
export async function nameNextSteps(
  ctx: Ctx,
  today: CalendarDate,
  limit: number,
): Promise<Map<string, string[]>> {
  const account = ctx.accountId
  const { rows } = await sql<{ kind: string; names: string[] }>`
    with who as (
      select ${TASK_STEP} as kind, t.customer_id, min(coalesce(t.snoozed_until, t.due_on)) as since
      from tasks t where t.account_id = ${account} and ${isDue(today)} group by 1, 2
      union all
      select 'payment_cases', p.customer_id, min(c.opened_at)::date
      from payment_cases c join payments p on p.account_id = ${account} and p.id = c.payment_id
      where c.account_id = ${account} and c.closed_at is null group by 2
      union all
      select 'drafts', d.customer_id, min(d.due_date)
      from (select i.customer_id, i.due_date from invoices i
        where i.account_id = ${account} and i.state = 'draft' order by i.due_date, i.id limit ${MOST_DRAFTS}) d group by 2
    ), first as (
      select w.*, row_number() over (partition by w.kind order by w.since, w.customer_id) as place from who w
    )
    select f.kind, array_agg(c.short_name order by f.place) as names
    from first f join customers c on c.account_id = ${account} and c.id = f.customer_id
    where f.place <= ${limit} group by 1
    union all
    select 'access_requests', array_agg(r.email order by r.created_at) from (
      select a.email, a.created_at from portal_access_requests a
      where a.account_id = ${account} and a.state = 'open' order by a.created_at limit ${limit}) r
    having count(*) > 0`.execute(ctx.db)
  return new Map(rows.map(({ kind, names }) => [kind, names]))
}
