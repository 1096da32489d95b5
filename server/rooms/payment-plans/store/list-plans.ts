import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { idsInOrder } from '../../../platform/db/rows/id-lists.ts'
import { pageOf } from '../../../platform/db/window.ts'
import { partsOf } from './open-parts.ts'

const PLAN_VIEWS = [
  'live',
  'proposed',
  'confirmed',
  'missed',
  'defaulted',
  'completed',
  'canceled',
  'all',
] as const
export type PlanView = (typeof PLAN_VIEWS)[number]

export interface PlanFilter {
  readonly view: PlanView
  readonly customer: string | undefined
  readonly invoice: string | undefined
  /** Empty for none. */
  readonly search: string
}

const LIVE = sql`p.state in ('proposed', 'confirmed', 'defaulted')`
const HELD = sql`p.state in ('confirmed', 'defaulted')`

/** Ids of plans with an installment that is past due and not paid. */
const missedIds = (ctx: Ctx, today: CalendarDate) => sql`(select m.plan_id from (${partsOf(ctx, HELD)}) m
  where m.open_minor > 0 and m.due_on < ${today})`

function viewCondition(ctx: Ctx, view: PlanView, today: CalendarDate): RawBuilder<unknown> {
  if (view === 'all') return sql`true`
  if (view === 'live') return LIVE
  if (view === 'missed') return sql`${HELD} and p.id in ${missedIds(ctx, today)}`
  return sql`p.state = ${view}`
}

/** A search finds names of customers and numbers of invoices. */
function searched(ctx: Ctx, { customer, invoice, search }: PlanFilter): RawBuilder<unknown> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const all = [
    customer === undefined ? sql`true` : sql`p.customer_id = ${customer}`,
    invoice === undefined
      ? sql`true`
      : sql`p.id in (select v.plan_id from payment_plan_invoices v where v.account_id = ${ctx.accountId} and v.invoice_id = ${invoice})`,
    search === ''
      ? sql`true`
      : sql`(k.short_name ilike ${like} or p.id in (select v.plan_id from payment_plan_invoices v
          join invoices i on i.account_id = v.account_id and i.id = v.invoice_id
          where v.account_id = ${ctx.accountId} and i.number ilike ${like}))`,
  ]
  return sql.join(all, sql` and `)
}

const plans = sql`payment_plans p join customers k on k.account_id = p.account_id and k.id = p.customer_id`

/** Counts the plans of each view under the other conditions. */
export async function countPlans(
  ctx: Ctx,
  filter: PlanFilter,
  today: CalendarDate,
): Promise<Record<PlanView, number>> {
  const columns = PLAN_VIEWS.map(
    (view) => sql`count(*) filter (where ${viewCondition(ctx, view, today)})::int as ${sql.id(view)}`,
  )
  const { rows } = await sql<Record<PlanView, number>>`
    select ${sql.join(columns)} from ${plans} where p.account_id = ${ctx.accountId} and ${searched(ctx, filter)}`.execute(
    ctx.db,
  )
  return rows[0]!
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  created: sql`p.created_at`,
  customer: sql`lower(k.short_name)`,
  next_due_date: sql`d.next_due`,
  // A proposal shows its fee as if it were charged.
  remaining: sql`d.open_minor + case when p.state = 'proposed' then p.fee_minor else 0 end`,
  missed: sql`d.missed`,
}

interface PlanOrder {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

function orderedIds(
  ctx: Ctx,
  filter: PlanFilter,
  today: CalendarDate,
  order: PlanOrder,
): RawBuilder<{ id: string }> {
  const view = viewCondition(ctx, filter.view, today)
  const isDerived = order.column !== 'created' && order.column !== 'customer'
  const derived = sql`left join (select q.plan_id, min(q.due_on) filter (where q.open_minor > 0) as next_due,
      sum(q.open_minor) as open_minor, count(distinct q.number) filter (where q.open_minor > 0 and q.due_on < ${today}) as missed
    from (${partsOf(ctx, view)}) q group by q.plan_id) d on d.plan_id = p.id`
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  return sql<{ id: string }>`
    select p.id from ${plans} ${isDerived ? derived : sql``}
    where p.account_id = ${ctx.accountId} and ${view} and ${searched(ctx, filter)}
    order by ${ORDERS[order.column]!} ${direction} nulls last, p.id ${direction}`
}

/** Returns the ids of a page of plans. */
export async function selectPlanIds(
  ctx: Ctx,
  filter: PlanFilter,
  today: CalendarDate,
  { limit, offset, ...order }: PlanOrder & { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const ordered = orderedIds(ctx, filter, today, order)
  const { rows } = await sql<{ id: string }>`${ordered} ${pageOf(limit, offset)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of all plans of a list in its order, 16 bytes each. */
export const selectAllPlanIds = (
  ctx: Ctx,
  filter: PlanFilter,
  today: CalendarDate,
  order: PlanOrder,
): Promise<Buffer> => idsInOrder(ctx, orderedIds(ctx, filter, today, order))
