import type { contract } from '../../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { processorName } from '../../../../../domain/payments/processor-names.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectPayoutIds, selectPayoutsByIds } from '../../store/payouts.ts'
import { showPayout } from './read-payout.ts'

const COLUMNS: readonly ExportColumn<ReturnType<typeof showPayout>>[] = [
  { name: 'Arrives on', kind: 'date', value: (one) => one.arrives_on },
  { name: 'Processor', kind: 'text', value: (one) => processorName(one.provider) },
  { name: 'Reference', kind: 'text', value: (one) => one.gateway_id },
  { name: 'Status', kind: 'text', value: (one) => one.status_display },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Fees', kind: 'amount', value: (one) => one.fees },
  { name: 'Amount', kind: 'amount', value: (one) => one.amount },
]

/** Exports the payouts of all processors, the latest arrival first. The export is in the audit log. */
export async function exportPayouts(
  uow: UnitOfWork,
  request: InputOf<typeof contract.payouts.export>['body'],
): Promise<FileInParts> {
  const { ids, today } = await uow.transaction(async (ctx) => {
    const ids = await selectPayoutIds(ctx)
    await auditExport(ctx, 'payments.export-payouts', 'payout', ids, request)
    return { ids, today: await todayOf(ctx) }
  })
  return exportList(uow, {
    name: 'Payouts',
    format: request.format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectPayoutsByIds(ctx, some)).map(showPayout),
  })
}
