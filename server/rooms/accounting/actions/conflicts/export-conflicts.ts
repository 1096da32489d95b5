import type { contract } from '../../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportPages } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import { type ConflictReply, conflictMatchOf, showConflicts } from './list-conflicts.ts'

const factsText = (facts: ConflictReply['ours']): string =>
  facts.map(({ label, value }) => `${label}: ${value}`).join('; ')

const COLUMNS: readonly ExportColumn<ConflictReply>[] = [
  { name: 'Difference', kind: 'text', value: (one) => one.title },
  { name: 'Record type', kind: 'text', value: (one) => one.subject.type },
  { name: 'In Quittance', kind: 'text', value: (one) => factsText(one.ours) },
  { name: 'Books', kind: 'text', value: (one) => one.books },
  { name: 'In the books', kind: 'text', value: (one) => factsText(one.theirs) },
  { name: 'Since (UTC)', kind: 'text', value: (one) => one.opened },
  { name: 'Closed at (UTC)', kind: 'text', value: (one) => one.closed },
  { name: 'Decision', kind: 'text', value: (one) => one.decision },
]

/** Exports the differences that the list shows, in its order. The export is in the audit log. */
export async function exportConflicts(
  uow: UnitOfWork,
  request: InputOf<typeof contract.accounting.exportConflicts>['body'],
): Promise<FileInParts> {
  const { match, today } = await uow.transaction(async (ctx) => {
    const match = await conflictMatchOf(ctx, request)
    const { count } = await selectConflicts(ctx, request.state, { limit: 1, offset: 0 }, match)
    await auditExport(ctx, 'accounting.export-conflicts', 'accounting_conflict', count, request)
    return { match, today: await todayOf(ctx) }
  })
  return exportPages(uow, {
    name: 'Accounting conflicts',
    format: request.format,
    columns: COLUMNS,
    today,
    readPage: async (ctx, limit, offset) =>
      showConflicts(ctx, (await selectConflicts(ctx, request.state, { limit, offset }, match)).rows),
  })
}
