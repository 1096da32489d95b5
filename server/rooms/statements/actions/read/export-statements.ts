import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import type { statementSending } from '../../../../../contract/statements/sending.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectStatementIds, selectStatementsByIds } from '../../store/statements.ts'
import { showListed } from './list-statements.ts'

const COLUMNS: readonly ExportColumn<ReturnType<typeof showListed>>[] = [
  { name: 'Statement', kind: 'text', value: (one) => one.number },
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Kind', kind: 'text', value: (one) => one.kind.replaceAll('_', ' ') },
  { name: 'From', kind: 'date', value: (one) => one.from },
  { name: 'To', kind: 'date', value: (one) => one.to },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Closing balance', kind: 'amount', value: (one) => one.closing },
  { name: 'Owed', kind: 'amount', value: (one) => one.owed },
  { name: 'Overdue', kind: 'amount', value: (one) => one.overdue },
  { name: 'Sent at (UTC)', kind: 'text', value: (one) => one.sent_at },
  { name: 'Sent to', kind: 'text', value: (one) => one.to_address },
  { name: 'Delivery', kind: 'text', value: (one) => one.status },
]

/** Exports the issued statements, the latest first. The export is in the audit log. */
export async function exportStatements(
  uow: UnitOfWork,
  request: InputOf<typeof statementSending.export>['body'],
): Promise<FileInParts> {
  const { ids, today } = await uow.transaction(async (ctx) => {
    const ids = await selectStatementIds(ctx, request.customer ?? null)
    await auditExport(ctx, 'statements.export', 'statement', ids, request)
    return { ids, today: await todayOf(ctx) }
  })
  return exportList(uow, {
    name: 'Statements',
    format: request.format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectStatementsByIds(ctx, some)).map(showListed),
  })
}
