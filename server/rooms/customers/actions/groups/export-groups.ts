import type { customerGroups } from '../../../../../contract/customer-groups.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportPages } from '../../../../platform/exports/export-list.ts'
import { orderOf } from '../../../../platform/http/paging.ts'
import { todayOf } from '../../../accounts/index.ts'
import type { CustomerGroup } from '../../rules.ts'
import { selectGroups } from '../../store/groups.ts'

const onOrOff = (on: boolean): string => (on ? 'on' : 'off')

const COLUMNS: readonly ExportColumn<CustomerGroup>[] = [
  { name: 'Group', kind: 'text', value: (one) => one.name },
  { name: 'Customers', kind: 'number', value: (one) => one.membersCount },
  { name: 'Reminders', kind: 'text', value: (one) => onOrOff(one.remindersOn) },
  { name: 'Statements', kind: 'text', value: (one) => onOrOff(one.statementsOn) },
  { name: 'Late fees', kind: 'text', value: (one) => onOrOff(one.lateFeesOn) },
  { name: 'Automatic payments', kind: 'text', value: (one) => onOrOff(one.autoPayOn) },
]

/** Exports the customer groups that the list shows, in its order. The export is in the audit log. */
export async function exportGroups(
  uow: UnitOfWork,
  request: InputOf<typeof customerGroups.export>['body'],
): Promise<FileInParts> {
  const listing = { search: searchable(request.search) ?? '', order: orderOf(request.order_by) }
  const today = await uow.transaction(async (ctx) => {
    const { count } = await selectGroups(ctx, { ...listing, limit: 1, offset: 0 })
    await auditExport(ctx, 'customer-groups.export', 'customer_group', count, request)
    return todayOf(ctx)
  })
  return exportPages(uow, {
    name: 'Customer groups',
    format: request.format,
    columns: COLUMNS,
    today,
    readPage: async (ctx, limit, offset) => (await selectGroups(ctx, { ...listing, limit, offset })).groups,
  })
}
