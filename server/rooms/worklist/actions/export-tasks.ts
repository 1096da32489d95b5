import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import { TASK_KIND_TEXTS } from '../../../../domain/worklist/task.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportList } from '../../../platform/exports/export-list.ts'
import { todayOf } from '../../accounts/index.ts'
import { selectListedTasks, selectTaskIds } from '../store/list-tasks.ts'
import { assigneeOf } from './list-tasks.ts'
import { readMemberNames, showTask } from './read-task.ts'

type Exported = ReturnType<typeof showTask>

const COLUMNS: readonly ExportColumn<Exported>[] = [
  { name: 'Task', kind: 'text', value: (one) => one.title },
  { name: 'Kind', kind: 'text', value: (one) => TASK_KIND_TEXTS[one.kind] },
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Invoices', kind: 'text', value: (one) => one.invoices.map(({ number }) => number).join(', ') },
  { name: 'Currency', kind: 'text', value: (one) => one.currency ?? '' },
  { name: 'Amount', kind: 'amount', value: (one) => one.amount },
  { name: 'Due on', kind: 'date', value: (one) => one.due_on },
  { name: 'Snoozed until', kind: 'date', value: (one) => one.snoozed_until },
  { name: 'Assigned to', kind: 'text', value: (one) => one.assignee?.name ?? '' },
  { name: 'Status', kind: 'text', value: (one) => one.status },
  { name: 'Why', kind: 'text', value: (one) => one.reason },
  { name: 'Note', kind: 'text', value: (one) => one.note },
  { name: 'Done at (UTC)', kind: 'text', value: (one) => one.done?.at ?? '' },
  { name: 'Outcome', kind: 'text', value: (one) => one.done?.outcome ?? '' },
]

/** Exports the tasks that the worklist shows for the same filters, in its order. The export is in the audit log. */
export async function exportTasks(
  uow: UnitOfWork,
  request: InputOf<typeof contract.worklist.export>['body'],
): Promise<FileInParts> {
  const { format, view, kind, customer, invoice, assignee } = request
  const { ids, today, names } = await uow.transaction(async (ctx) => {
    const names = await readMemberNames(ctx)
    const today = await todayOf(ctx)
    const filter = { view, kind, customer, invoice, assignee: assigneeOf(ctx, assignee, names) }
    const ids = await selectTaskIds(ctx, filter, today)
    await auditExport(ctx, 'worklist.export', 'task', ids, request)
    return { ids, today, names }
  })
  return exportList(uow, {
    name: 'Tasks',
    format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectListedTasks(ctx, some)).map((row) => showTask(row, names)),
  })
}
