import { readFilters } from '../../../../contract/filters.ts'
import type { creditMemos } from '../../../../contract/payments/credit-memos.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportList } from '../../../platform/exports/export-list.ts'
import { orderOf } from '../../../platform/http/paging.ts'
import { readAccountRow, todayOf } from '../../accounts/index.ts'
import { presentMemo } from '../rules.ts'
import { selectListed, selectMemoIds } from '../store/list.ts'

const COLUMNS: readonly ExportColumn<ReturnType<typeof presentMemo>>[] = [
  { name: 'Credit memo', kind: 'text', value: (memo) => memo.number },
  { name: 'Customer', kind: 'text', value: (memo) => memo.customer.short_name },
  { name: 'Status', kind: 'text', value: (memo) => memo.status },
  { name: 'Issued on', kind: 'date', value: (memo) => memo.issued_on },
  { name: 'Currency', kind: 'text', value: (memo) => memo.currency },
  { name: 'Total', kind: 'amount', value: (memo) => memo.total },
  { name: 'Remaining', kind: 'amount', value: (memo) => memo.remaining },
  { name: 'Reason', kind: 'text', value: (memo) => memo.reason },
]

/**
 * Exports the credit memos that the list shows for the same search, in its order. The export is in the audit log. Refuses
 * invalid_input beside the invalid field.
 */
export async function exportCreditMemos(
  uow: UnitOfWork,
  request: InputOf<typeof creditMemos.export>['body'],
): Promise<FileInParts> {
  const { ids, today } = await uow.transaction(async (ctx) => {
    const search = searchable(request.search) ?? ''
    const ids = await selectMemoIds(ctx, {
      customerId: request.customer,
      search,
      filters: readFilters(request),
      currency: (await readAccountRow(ctx)).currency,
      ...orderOf(request.order_by),
    })
    await auditExport(ctx, 'credit-memos.export', 'credit_memo', ids, request)
    return { ids, today: await todayOf(ctx) }
  })
  return exportList(uow, {
    name: 'Credit memos',
    format: request.format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectListed(ctx, some)).map(presentMemo),
  })
}
