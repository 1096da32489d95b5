import type { lateFees } from '../../../../../contract/late-fees/fees.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectFeeIds, selectFeesByIds } from '../../store/fees.ts'
import { feeMatchOf, showFee } from './list-fees.ts'

const COLUMNS: readonly ExportColumn<ReturnType<typeof showFee>>[] = [
  { name: 'Invoice', kind: 'text', value: (fee) => fee.invoice.number },
  { name: 'Customer', kind: 'text', value: (fee) => fee.customer.short_name },
  { name: 'Fee', kind: 'text', value: (fee) => fee.text },
  { name: 'Rule', kind: 'text', value: (fee) => fee.rule?.name ?? '' },
  { name: 'Day', kind: 'date', value: (fee) => fee.day },
  { name: 'Charged on', kind: 'date', value: (fee) => fee.charged_on },
  { name: 'Currency', kind: 'text', value: (fee) => fee.currency },
  { name: 'Amount', kind: 'amount', value: (fee) => fee.amount },
  { name: 'Waived', kind: 'amount', value: (fee) => fee.waived },
  { name: 'Waived at (UTC)', kind: 'text', value: (fee) => fee.waived_at },
  { name: 'Waived because', kind: 'text', value: (fee) => fee.waived_because },
  { name: 'Waived by', kind: 'text', value: (fee) => fee.waived_by },
  { name: 'Paid before', kind: 'date', value: (fee) => fee.paid_before },
]

/** Exports a list of late fees, the newest first. The export is in the audit log. */
export async function exportFees(
  uow: UnitOfWork,
  request: InputOf<typeof lateFees.export>['body'],
): Promise<FileInParts> {
  const { ids, today } = await uow.transaction(async (ctx) => {
    const ids = await selectFeeIds(ctx, await feeMatchOf(ctx, request))
    await auditExport(ctx, 'late-fees.export', 'late_fee', ids, request)
    return { ids, today: await todayOf(ctx) }
  })
  return exportList(uow, {
    name: 'Late fees',
    format: request.format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectFeesByIds(ctx, some)).map(showFee),
  })
}
