import type { contract } from '../../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { processorName } from '../../../../../domain/payments/processor-names.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList } from '../../../../platform/exports/export-list.ts'
import { orderOf } from '../../../../platform/http/paging.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type PaymentRecord, paymentRecord } from '../../rules/records.ts'
import { selectListed, selectPaymentIds } from '../../store/list.ts'
import { conditionOf } from '../../store/selection.ts'
import { selectionOf } from './list-payments.ts'

const columnsIn = (timezone: string): readonly ExportColumn<PaymentRecord>[] => [
  { name: 'Payment', kind: 'text', value: (one) => one.transaction_number },
  { name: 'Created', kind: 'date', value: (one) => dateInZone(Date.parse(one.created), timezone) },
  { name: 'Received on', kind: 'date', value: (one) => one.booked_on },
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Status', kind: 'text', value: (one) => one.status_display },
  { name: 'Method', kind: 'text', value: (one) => one.method_display },
  { name: 'Currency', kind: 'text', value: (one) => one.total_currency },
  { name: 'Total', kind: 'amount', value: (one) => one.total },
  { name: 'Surcharge', kind: 'amount', value: (one) => one.surcharge },
  { name: 'Captured', kind: 'amount', value: (one) => one.captured_amount },
  { name: 'Refunded', kind: 'amount', value: (one) => one.refunded_amount },
  { name: 'Unapplied', kind: 'amount', value: (one) => one.unapplied_amount },
  { name: 'Reconciled', kind: 'text', value: (one) => (one.posted ? 'yes' : 'no') },
  { name: 'Reference', kind: 'text', value: (one) => one.reference },
  { name: 'Processor', kind: 'text', value: (one) => processorName(one.provider) },
  { name: 'Processor’s id', kind: 'text', value: (one) => one.gateway_id },
  { name: 'Why it failed', kind: 'text', value: (one) => one.failure },
]

/**
 * Exports the payments that the list shows for the same search and filters, in its order, with days in the account's time zone.
 * The export is in the audit log. Refuses invalid_input beside the invalid field.
 */
export async function exportPayments(
  uow: UnitOfWork,
  request: InputOf<typeof contract.payments.export>['body'],
): Promise<FileInParts> {
  const { format, ...query } = request
  const { ids, today, timezone } = await uow.transaction(async (ctx) => {
    const { currency, timezone } = await readAccountRow(ctx)
    const condition = await conditionOf(ctx, selectionOf(query, { currency, timezone }))
    const ids = await selectPaymentIds(ctx, condition, orderOf(query.order_by))
    await auditExport(ctx, 'payments.export', 'payment', ids, request)
    return { ids, timezone, today: dateInZone(ctx.now, timezone) }
  })
  return exportList(uow, {
    name: 'Payments',
    format,
    columns: columnsIn(timezone),
    today,
    ids,
    read: async (ctx, some) => (await selectListed(ctx, some)).map(paymentRecord),
  })
}
