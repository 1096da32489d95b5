import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

const TASK_STEP = sql`case t.kind when 'failed_charge' then 'failed_charges' when 'answer' then 'answers'
  when 'refused_address' then 'refused_addresses' when 'follow_up' then 'follow_ups' else 'other_tasks' end`

/** Drafts that are looked at for names: a customer may have many. */
const MOST_DRAFTS = 50

const isDue = (today: CalendarDate) =>
  sql`t.status = 'open' and coalesce(t.snoozed_until, t.due_on) <= ${today}`

/** An import may leave any number of drafts, which are then counted and not added up. */
const MOST_SUMMED_DRAFTS = 5000

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

export interface StepAmount {
  readonly kind: string
  readonly currency: string
  readonly amount: bigint
}

/**
 * Returns what each kind of step is about, by currency, the account's own first: what the invoices of its tasks still owe, each
 * invoice once, what customers without a working address owe, the totals of drafts, and the amounts that a processor reports or we have booked. An amount of zero is left out.
 */
export async function sumNextSteps(
  ctx: Ctx,
  { today, ownCurrency, drafts }: { today: CalendarDate; ownCurrency: string; drafts: number },
): Promise<Map<string, StepAmount[]>> {
  const account = ctx.accountId
  const areDraftsSummed = drafts <= MOST_SUMMED_DRAFTS
  const { rows } = await sql<StepAmount>`
    with about as (
      select distinct ${TASK_STEP} as kind, i.id from tasks t cross join unnest(t.invoice_ids) i(id)
      where t.account_id = ${account} and t.kind <> 'refused_address' and ${isDue(today)}
    ), sums as (
      select a.kind, r.currency, sum(r.remaining_minor)::bigint as amount
      from about a join receivables r on r.account_id = ${account} and r.invoice_id = a.id group by 1, 2
      union all
      select 'refused_addresses', b.currency, sum(b.owed_minor)::bigint from customer_balances b
      where b.account_id = ${account} and b.customer_id in (select t.customer_id from tasks t
        where t.account_id = ${account} and t.kind = 'refused_address' and ${isDue(today)}) group by 2
      union all
      select 'drafts', d.currency, sum(d.total_minor)::bigint from invoices d
      where ${areDraftsSummed} and d.account_id = ${account} and d.state = 'draft' group by 2
      union all
      select 'payment_cases', v.currency, sum(v.minor)::bigint from payment_cases c
      cross join lateral (select coalesce(c.observed_minor, c.booked_minor) as minor,
        case when c.observed_minor is null then c.booked_currency else c.observed_currency end as currency) v
      where c.account_id = ${account} and c.closed_at is null and v.currency is not null group by 2
    )
    select s.* from sums s where s.amount > 0 order by s.currency = ${ownCurrency} desc, s.currency`.execute(
    ctx.db,
  )
  return Map.groupBy(rows, ({ kind }) => kind)
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
