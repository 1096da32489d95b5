import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { TaskKind } from '../../../../domain/worklist/task.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { todayOf } from '../../accounts/index.ts'
import { changeTask, insertTask, lockTask } from '../store/tasks.ts'

export interface NewTask {
  /** Names the cause, such as `charge 0190…`: one cause opens one task. */
  readonly key: string
  readonly kind: TaskKind
  readonly customerId: string
  readonly invoiceIds?: readonly string[]
  readonly amount?: { readonly minor: bigint; readonly currency: string }
  /** Says in a few words what to do. */
  readonly title: string
  /** Why, in a sentence. */
  readonly reason: string
  readonly note?: string
  /** Address of the page of another program where it is done. */
  readonly url?: string
  /** Today unless given. */
  readonly dueOn?: CalendarDate
  /** A member of the account. */
  readonly assignedTo?: string | null
  /** True when the task ends by itself once its invoices are paid or closed. */
  readonly endsWhenSettled: boolean
  /** True when a cause that returns opens its done task again; otherwise it stays done. */
  readonly opensAgain?: boolean
}

/** Opens the task of a cause, in the caller's transaction, unless it has one. Returns the id of its task. */
export async function openTask(ctx: Ctx, task: NewTask): Promise<string> {
  const id = nextId(ctx)
  const { key, kind, customerId, title, reason, endsWhenSettled } = task
  const isNew = await insertTask(ctx, {
    id,
    key,
    kind,
    customerId,
    title,
    reason,
    endsWhenSettled,
    invoiceIds: task.invoiceIds ?? [],
    amount: task.amount ?? null,
    note: task.note ?? '',
    url: task.url ?? '',
    dueOn: task.dueOn ?? (await todayOf(ctx)),
    assignedTo: task.assignedTo ?? null,
  })
  if (!isNew) return openAgain(ctx, task)
  await audit(
    ctx,
    'worklist.open',
    { type: 'task', id },
    { name: title, customer: customerId, ...(reason !== '' && { reason }) },
  )
  return id
}

async function openAgain(ctx: Ctx, task: NewTask): Promise<string> {
  const found = await lockTask(ctx, { key: task.key })
  if (!found) throw new Error(`a task has the key ${task.key} and can’t be read`)
  if (found.status === 'open' || !task.opensAgain) return found.id
  await changeTask(ctx, found.id, {
    status: 'open',
    done_by: null,
    done_at: null,
    outcome: '',
    snoozed_until: null,
    snooze_note: '',
    reason: task.reason,
    due_on: task.dueOn ?? (await todayOf(ctx)),
  })
  await audit(
    ctx,
    'worklist.reopen',
    { type: 'task', id: found.id },
    { name: found.title, customer: found.customer_id, reason: task.reason },
  )
  return found.id
}
