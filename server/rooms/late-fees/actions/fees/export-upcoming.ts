import type { lateFees } from '../../../../../contract/late-fees/fees.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { EXEMPTION_TEXTS } from '../../../../../domain/late-fees/exemption-texts.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportTable } from '../../../../platform/exports/export-table.ts'
import { todayOf } from '../../../accounts/index.ts'
import { showAllUpcoming } from './list-upcoming.ts'

type Row = Awaited<ReturnType<typeof showAllUpcoming>>[number]

const COLUMNS: readonly ExportColumn<Row>[] = [
  { name: 'Day', kind: 'date', value: (fee) => fee.day },
  { name: 'Invoice', kind: 'text', value: (fee) => fee.invoice.number },
  { name: 'Customer', kind: 'text', value: (fee) => fee.customer.short_name },
  { name: 'Rule', kind: 'text', value: (fee) => fee.rule.name },
  { name: 'Currency', kind: 'text', value: (fee) => fee.currency },
  { name: 'Remaining', kind: 'amount', value: (fee) => fee.remaining },
  { name: 'Fee', kind: 'amount', value: (fee) => fee.amount },
  { name: 'Held back', kind: 'text', value: (fee) => (fee.held === null ? '' : EXEMPTION_TEXTS[fee.held]) },
]

/** Exports the fees of the next 30 days, the soonest first. The export is in the audit log. */
export async function exportUpcoming(
  uow: UnitOfWork,
  request: InputOf<typeof lateFees.exportUpcoming>['body'],
): Promise<FileInParts> {
  const { rows, today } = await uow.transaction(async (ctx) => {
    const rows = await showAllUpcoming(ctx)
    await auditExport(ctx, 'late-fees.export', 'late_fee', rows.length, { ...request, state: 'upcoming' })
    return { rows, today: await todayOf(ctx) }
  })
  return exportTable({ name: 'Upcoming late fees', format: request.format, columns: COLUMNS, today, rows })
}
