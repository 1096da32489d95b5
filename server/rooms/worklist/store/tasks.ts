import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { TaskKind } from '../../../../domain/worklist/task.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { TaskRow } from '../tables.ts'

export interface StoredTask {
  readonly id: string
  readonly key: string
  readonly kind: TaskKind
  readonly customerId: string
  readonly invoiceIds: readonly string[]
  readonly amount: { readonly minor: bigint; readonly currency: string } | null
  readonly title: string
  readonly reason: string
  readonly note: string
  readonly url: string
  readonly dueOn: CalendarDate
  readonly assignedTo: string | null
  readonly endsWhenSettled: boolean
}

/** Adds a task. Returns false when its cause has one already, also one that another transaction adds at the same time. */
export async function insertTask(ctx: Ctx, task: StoredTask): Promise<boolean> {
  const row = await ctx.db
    .insertInto('tasks')
    .values({
      account_id: ctx.accountId,
      id: task.id,
      key: task.key,
      kind: task.kind,
      customer_id: task.customerId,
      invoice_ids: [...task.invoiceIds],
      currency: task.amount?.currency ?? null,
      amount_minor: task.amount?.minor ?? null,
      title: task.title,
      reason: task.reason,
      note: task.note,
      url: task.url,
      due_on: task.dueOn,
      assigned_to: task.assignedTo,
      ends_when_settled: task.endsWhenSettled,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a task until the transaction ends; null when there is none. */
export async function lockTask(ctx: Ctx, by: { id: string } | { key: string }): Promise<TaskRow | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['key', by.key] as const)
  const row = await ctx.db
    .selectFrom('tasks')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export type TaskChanges = Partial<
  Pick<
    TaskRow,
    | 'title'
    | 'reason'
    | 'note'
    | 'due_on'
    | 'snoozed_until'
    | 'snooze_note'
    | 'assigned_to'
    | 'status'
    | 'done_by'
    | 'done_at'
    | 'outcome'
    | 'ends_when_settled'
  >
>

/** Changes a task; `changes` is not empty. */
export async function changeTask(ctx: Ctx, id: string, changes: TaskChanges): Promise<void> {
  await ctx.db
    .updateTable('tasks')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** A task that was ended. */
export type EndedTask = Pick<TaskRow, 'id' | 'title' | 'customer_id'>

/** Ends the open tasks of these causes. */
export const endTasks = (ctx: Ctx, keys: readonly string[], outcome: string): Promise<EndedTask[]> =>
  ctx.db
    .updateTable('tasks')
    .set({ status: 'done', done_at: asDate(ctx.now), done_by: null, outcome })
    .where('account_id', '=', ctx.accountId)
    .where('key', 'in', [...keys])
    .where('status', '=', 'open')
    .returning(['id', 'title', 'customer_id'])
    .execute()

/** Ends the open tasks whose invoices were all paid or closed. */
export async function endSettledTasks(ctx: Ctx, outcome: string): Promise<EndedTask[]> {
  const { rows } = await sql<EndedTask>`
    update tasks t set status = 'done', done_at = ${asDate(ctx.now)}, done_by = null, outcome = ${outcome}
    where t.account_id = ${ctx.accountId} and t.status = 'open' and t.ends_when_settled and t.invoice_ids <> '{}'
      and not exists (select from invoices i
        join receivables r on r.account_id = i.account_id and r.invoice_id = i.id and r.remaining_minor > 0
        where i.account_id = t.account_id and i.id = any(t.invoice_ids) and i.state = 'open')
    returning t.id, t.title, t.customer_id`.execute(ctx.db)
  return rows
}
