import type { lateFeeRules } from '../../../../../contract/late-fees/rules.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportRows } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import { listRules, type readRule } from './read-rule.ts'

const COLUMNS: readonly ExportColumn<Awaited<ReturnType<typeof readRule>>>[] = [
  { name: 'Rule', kind: 'text', value: (rule) => rule.name },
  { name: 'Status', kind: 'text', value: (rule) => rule.state },
  { name: 'On since', kind: 'date', value: (rule) => rule.on_since },
  {
    name: 'Customers',
    kind: 'text',
    value: ({ covers, groups }) =>
      covers === 'groups' ? groups.map(({ name }) => name).join(', ') : 'Everyone else',
  },
  { name: 'Terms', kind: 'text', value: (rule) => rule.sentence },
  { name: 'Percent a year', kind: 'number', value: (rule) => rule.yearly_rate },
  { name: 'Line on the invoice', kind: 'text', value: (rule) => rule.line_text },
  { name: 'Item', kind: 'text', value: (rule) => rule.item },
  { name: 'Changed at (UTC)', kind: 'text', value: (rule) => rule.updated },
]

/** Exports the rules for late fees by name. The export is in the audit log. */
export async function exportRules(
  uow: UnitOfWork,
  { format }: InputOf<typeof lateFeeRules.export>['body'],
): Promise<FileInParts> {
  const { results, today } = await uow.transaction(async (ctx) => {
    const { results } = await listRules(ctx)
    await auditExport(ctx, 'late-fees.export-rules', 'late_fee_rule', results.length, { format })
    return { results, today: await todayOf(ctx) }
  })
  return exportRows({ name: 'Late fee rules', format, columns: COLUMNS, today }, results)
}
