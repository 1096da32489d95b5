import type { contract } from '../../../../../contract/index.ts'
import type { PaymentCase } from '../../../../../contract/payments/payment-cases.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import { processorName } from '../../../../../domain/payments/processor-names.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportPages } from '../../../../platform/exports/export-list.ts'
import { orderOf } from '../../../../platform/http/paging.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectCases } from '../../store/cases.ts'
import { showCase } from './show-case.ts'

const COLUMNS: readonly ExportColumn<PaymentCase>[] = [
  { name: 'Case', kind: 'text', value: (one) => one.kind_display },
  { name: 'Detail', kind: 'text', value: (one) => one.detail },
  { name: 'Processor', kind: 'text', value: (one) => processorName(one.provider) },
  { name: 'Payment', kind: 'text', value: (one) => one.payment?.transaction_number ?? '' },
  { name: 'Reference', kind: 'text', value: (one) => one.gateway_id },
  { name: 'Booked', kind: 'amount', value: (one) => one.booked?.amount ?? null },
  { name: 'Booked currency', kind: 'text', value: (one) => one.booked?.currency ?? '' },
  { name: 'At the processor', kind: 'amount', value: (one) => one.observed?.amount ?? null },
  { name: 'Currency at the processor', kind: 'text', value: (one) => one.observed?.currency ?? '' },
  { name: 'Opened at (UTC)', kind: 'text', value: (one) => one.opened_at },
  { name: 'Seen at (UTC)', kind: 'text', value: (one) => one.seen_at },
  { name: 'Closed at (UTC)', kind: 'text', value: (one) => one.closed_at },
  { name: 'Note', kind: 'text', value: (one) => one.note },
]

/** Exports the payment cases that the list shows, in its order. The export is in the audit log. */
export async function exportCases(
  uow: UnitOfWork,
  request: InputOf<typeof contract.paymentCases.export>['body'],
): Promise<FileInParts> {
  const matching = {
    state: request.state,
    search: searchable(request.search) ?? '',
    direction: orderOf(request.order_by).direction,
  }
  const today = await uow.transaction(async (ctx) => {
    const { count } = await selectCases(ctx, { ...matching, limit: 1, offset: 0 })
    await auditExport(ctx, 'payments.export-cases', 'payment_case', count, request)
    return todayOf(ctx)
  })
  return exportPages(uow, {
    name: 'Payment cases',
    format: request.format,
    columns: COLUMNS,
    today,
    readPage: async (ctx, limit, offset) =>
      (await selectCases(ctx, { ...matching, limit, offset })).rows.map((row) => showCase(ctx.app, row)),
  })
}
