import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { HoldReason, SkipReason } from '../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { RehearsedRow } from '../tables.ts'
import type { Named } from './read-reminders.ts'

/** Figures of a rehearsal. */
export interface RehearsalTotals {
  readonly messages: number
  readonly customers: number
  readonly invoices: number
  readonly held: number
  /** Most messages to one customer within 30 days. */
  readonly most_in_30_days: number
  /** Steps of an invoice that were sent more than once. */
  readonly twice: number
  /** Messages about an invoice on which nothing was owed. */
  readonly after_payment: number
  /** Shortest time between two messages to one customer; null with at most one each. */
  readonly shortest_gap_days: number | null
}

export async function selectTotals(ctx: Ctx, id: string): Promise<RehearsalTotals> {
  const { rows } = await sql<RehearsalTotals>`
    with sent as materialized (select * from reminder_rehearsed
        where account_id = ${ctx.accountId} and rehearsal_id = ${id} and outcome = 'sent'),
      about as (select s.step_id, i->>'id' as invoice, i->>'occurrence' as occurrence, i->>'remaining' as remaining
        from sent s, jsonb_array_elements(s.invoices) i),
      near as (select count(*) over (partition by customer_id order by day range between current row
          and interval '29 days' following) as count, day - lag(day) over (partition by customer_id order by day, id) as gap
        from sent)
    select (select count(*)::int from sent) as messages, (select count(distinct customer_id)::int from sent) as customers,
      (select count(distinct invoice)::int from about) as invoices,
      (select count(*)::int from reminder_rehearsed where account_id = ${ctx.accountId} and rehearsal_id = ${id}
        and outcome <> 'sent') as held,
      coalesce((select max(count)::int from near), 0) as most_in_30_days,
      (select count(*)::int from (select from about group by step_id, invoice, occurrence having count(*) > 1) d) as twice,
      (select count(*)::int from about where remaining::bigint <= 0) as after_payment,
      (select min(gap) from near) as shortest_gap_days`.execute(ctx.db)
  return rows[0]!
}

export const selectDays = async (ctx: Ctx, id: string) =>
  (
    await sql<{ day: CalendarDate; before: number; after: number }>`
      select day, count(*) filter (where not is_past_due)::int as before, count(*) filter (where is_past_due)::int as after
      from reminder_rehearsed where account_id = ${ctx.accountId} and rehearsal_id = ${id} and outcome = 'sent'
      group by day order by day`.execute(ctx.db)
  ).rows

export const selectReasons = async (ctx: Ctx, id: string) =>
  (
    await sql<{ reason: HoldReason | SkipReason; count: number }>`
      select reason, count(*)::int as count from reminder_rehearsed
      where account_id = ${ctx.accountId} and rehearsal_id = ${id} and outcome <> 'sent'
      group by reason order by count(*) desc, reason`.execute(ctx.db)
  ).rows

const MAX_CUSTOMERS = 100

export const selectCustomers = async (ctx: Ctx, id: string) =>
  (
    await sql<{ customer: Named; messages: number }>`
      select jsonb_build_object('id', k.id, 'name', k.short_name) as customer, count(*)::int as messages
      from reminder_rehearsed m join customers k on k.account_id = m.account_id and k.id = m.customer_id
      where m.account_id = ${ctx.accountId} and m.rehearsal_id = ${id} and m.outcome = 'sent'
      group by k.id, k.short_name order by count(*) desc, lower(k.short_name) limit ${MAX_CUSTOMERS}`.execute(
      ctx.db,
    )
  ).rows

export interface RehearsedFilter {
  /** 'sent' lists messages, 'held' what was held or skipped. */
  readonly outcome: 'sent' | 'held'
  readonly customer?: string | undefined
  readonly reason?: string | undefined
  readonly from?: CalendarDate | undefined
  readonly until?: CalendarDate | undefined
}

export interface ListedRow extends RehearsedRow {
  readonly customer: Named
}

export async function selectRehearsed(
  ctx: Ctx,
  id: string,
  filter: RehearsedFilter,
  limit: number,
  offset: number,
): Promise<{ count: number; rows: ListedRow[] }> {
  const where = sql`m.account_id = ${ctx.accountId} and m.rehearsal_id = ${id}
    and ${filter.outcome === 'sent' ? sql`m.outcome = 'sent'` : sql`m.outcome <> 'sent'`}
    ${filter.customer === undefined ? sql`` : sql`and m.customer_id = ${filter.customer}`}
    ${filter.reason === undefined ? sql`` : sql`and m.reason = ${filter.reason}`}
    ${filter.from === undefined ? sql`` : sql`and m.day >= ${filter.from}`}
    ${filter.until === undefined ? sql`` : sql`and m.day <= ${filter.until}`}`
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from reminder_rehearsed m where ${where}`.execute(ctx.db)
  const { rows } = await sql<ListedRow>`
    select m.*, jsonb_build_object('id', k.id, 'name', k.short_name) as customer
    from reminder_rehearsed m join customers k on k.account_id = m.account_id and k.id = m.customer_id
    where ${where} order by m.day, m.id ${pageOf(limit, offset)}`.execute(ctx.db)
  return { count: counts[0]!.count, rows }
}

export async function findRehearsed(ctx: Ctx, rehearsalId: string, id: string): Promise<ListedRow | null> {
  const { rows } = await sql<ListedRow>`
    select m.*, jsonb_build_object('id', k.id, 'name', k.short_name) as customer
    from reminder_rehearsed m join customers k on k.account_id = m.account_id and k.id = m.customer_id
    where m.account_id = ${ctx.accountId} and m.rehearsal_id = ${rehearsalId} and m.id = ${id} and m.outcome = 'sent'`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
