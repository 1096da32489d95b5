import { readFilters } from '../../../../../contract/filters.ts'
import type { invoices } from '../../../../../contract/invoices.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList } from '../../../../platform/exports/export-list.ts'
import { selectListed } from '../../store/list-invoices.ts'
import { listedIdsOf, presentListed } from './list-invoices.ts'
import { readIssuer } from './read-issuer.ts'

type ListedInvoice = ReturnType<typeof presentListed>

const COLUMNS: readonly ExportColumn<ListedInvoice>[] = [
  { name: 'Invoice number', kind: 'text', value: (row) => row.number },
  { name: 'Customer', kind: 'text', value: (row) => row.customer.short_name },
  { name: 'Status', kind: 'text', value: (row) => row.status },
  { name: 'Invoice date', kind: 'date', value: (row) => row.invoice_date },
  { name: 'Due date', kind: 'date', value: (row) => row.due_date },
  { name: 'Days past due', kind: 'number', value: (row) => row.days_past_due },
  { name: 'Currency', kind: 'text', value: (row) => row.currency },
  { name: 'Total', kind: 'amount', value: (row) => row.total },
  { name: 'Balance due', kind: 'amount', value: (row) => row.remaining },
  { name: 'On its way', kind: 'amount', value: (row) => row.in_flight },
  { name: 'Promised for', kind: 'date', value: (row) => row.promised_on },
  { name: 'Disputed', kind: 'text', value: (row) => (row.disputed ? 'yes' : '') },
  { name: 'Payment plan', kind: 'text', value: (row) => row.payment_plan?.state ?? '' },
  { name: 'Transaction type', kind: 'text', value: (row) => row.transaction_type },
  { name: 'Sent at (UTC)', kind: 'text', value: (row) => row.sent_at },
  { name: 'Viewed at (UTC)', kind: 'text', value: (row) => row.viewed_at },
]

/**
 * Exports the invoices that the list shows for the same search, view and filters, or the chosen ones of them, in its order. The
 * export is in the audit log. Refuses invalid_input beside the invalid field.
 */
export async function exportInvoices(
  uow: UnitOfWork,
  request: InputOf<typeof invoices.export>['body'],
): Promise<FileInParts> {
  const { format, invoices: chosen, ...query } = request
  const { ids, today } = await uow.transaction(async (ctx) => {
    const { today } = await readIssuer(ctx)
    const ids = await listedIdsOf(ctx, { ...query, filters: readFilters(query) }, chosen)
    await auditExport(ctx, 'invoices.export', 'invoice', ids, { format, ...query })
    return { ids, today }
  })
  return exportList(uow, {
    name: 'Invoices',
    format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectListed(ctx, some)).map((row) => presentListed(ctx, row, today)),
  })
}
