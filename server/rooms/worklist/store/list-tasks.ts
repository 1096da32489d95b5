import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { TaskKind, TaskView } from '../../../../domain/worklist/task.ts'
import type { Ctx } from '../../../platform/context.ts'
import { idsInOrder } from '../../../platform/db/rows/id-lists.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { TaskRow } from '../tables.ts'

export interface TaskFilter {
  readonly view: TaskView
  /** Null takes all. */
  readonly assignee: { readonly is: string } | { readonly isNoneOf: readonly string[] } | null
  readonly kind: TaskKind | undefined
  readonly customer: string | undefined
  readonly invoice: string | undefined
}

/** A task with the names of its records, and what its invoices still owe; null without invoices. */
export interface ListedTask extends TaskRow {
  readonly customer_name: string
  readonly invoices: readonly { readonly id: string; readonly number: string; readonly currency: string }[]
  readonly remaining_minor: bigint | null
}

/** Selects tasks of the account; `picked` are conditions and the order. */
const select = (ctx: Ctx, picked: RawBuilder<unknown>) => sql<ListedTask>`
  select t.*, k.short_name as customer_name, coalesce(own.invoices, '[]') as invoices, own.remaining_minor
  from tasks t
    join customers k on k.account_id = t.account_id and k.id = t.customer_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'currency', i.currency) order by i.due_date, i.number)
          as invoices, sum(r.remaining_minor)::bigint as remaining_minor
      from invoices i left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
      where i.account_id = ${ctx.accountId} and i.id = any(t.invoice_ids)) own on true
  where t.account_id = ${ctx.accountId} ${picked}`

/** Returns a page of tasks and how many there are. */
export async function selectTasks(
  ctx: Ctx,
  filter: TaskFilter,
  today: CalendarDate,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: ListedTask[] }> {
  const where = conditionsOf(ctx, filter, today)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from tasks t where t.account_id = ${ctx.accountId} ${where}`.execute(ctx.db)
  const { rows } = await select(
    ctx,
    sql`${where} order by ${orderOf(filter)} ${pageOf(page.limit, page.offset)}`,
  ).execute(ctx.db)
  return { count: counted.rows[0]!.count, rows }
}

const orderOf = ({ view }: TaskFilter) =>
  view === 'done' ? sql`t.done_at desc, t.id desc` : sql`coalesce(t.snoozed_until, t.due_on), t.id`

/** Returns the ids of the tasks in the order of the list, 16 bytes each. */
export const selectTaskIds = (ctx: Ctx, filter: TaskFilter, today: CalendarDate): Promise<Buffer> =>
  idsInOrder(
    ctx,
    sql`select t.id from tasks t where t.account_id = ${ctx.accountId} ${conditionsOf(ctx, filter, today)}
      order by ${orderOf(filter)}`,
  )

/** Returns the tasks with these ids, in their order. One that is gone is left out. */
export async function selectListedTasks(ctx: Ctx, ids: readonly string[]): Promise<ListedTask[]> {
  const { rows } = await select(ctx, sql`and t.id = any(${[...ids]}::uuid[])`).execute(ctx.db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Returns null when there is none. */
export async function findTask(ctx: Ctx, id: string): Promise<ListedTask | null> {
  const { rows } = await select(ctx, sql`and t.id = ${id}`).execute(ctx.db)
  return rows[0] ?? null
}

/** Counts open tasks that are due, from the index of open ones alone. */
export async function countDueTasks(ctx: Ctx, today: CalendarDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tasks t
    where t.account_id = ${ctx.accountId} and t.status = 'open' and coalesce(t.snoozed_until, t.due_on) <= ${today}`.execute(
    ctx.db,
  )
  return rows[0]!.count
}

function conditionsOf(
  ctx: Ctx,
  { view, assignee, kind, customer, invoice }: TaskFilter,
  today: CalendarDate,
) {
  const all = [
    view === 'done' ? sql`and t.status = 'done'` : sql`and t.status = 'open'`,
    view === 'open' ? sql`and (t.snoozed_until is null or t.snoozed_until <= ${today})` : sql``,
    view === 'snoozed' ? sql`and t.snoozed_until > ${today}` : sql``,
    assigneeCondition(assignee),
    kind === undefined ? sql`` : sql`and t.kind = ${kind}`,
    customer === undefined ? sql`` : sql`and t.customer_id = ${customer}`,
    invoice === undefined ? sql`` : aboutInvoice(ctx, invoice),
  ]
  return sql.join(all, sql` `)
}

/** Selects among the tasks of the invoice's customer: row-level security leaves an index on `invoice_ids` unused. */
const aboutInvoice = (ctx: Ctx, invoice: string) => sql`and t.invoice_ids @> array[${invoice}]::uuid[]
  and t.customer_id = (select i.customer_id from invoices i where i.account_id = ${ctx.accountId} and i.id = ${invoice})`

function assigneeCondition(assignee: TaskFilter['assignee']) {
  if (assignee === null) return sql``
  if ('is' in assignee) return sql`and t.assigned_to = ${assignee.is}`
  return sql`and (t.assigned_to is null or not (t.assigned_to = any(${[...assignee.isNoneOf]}::uuid[])))`
}
