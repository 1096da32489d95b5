import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportPages } from '../../../platform/exports/export-list.ts'
import { todayOf } from '../../accounts/index.ts'
import { countEnrolled } from '../store/enrolled.ts'
import { showEnrolled } from './list-enrolled.ts'

type Row = Awaited<ReturnType<typeof showEnrolled>>[number]

const STOPS: Readonly<Record<NonNullable<Row['stopped_by']>, string>> = {
  account: 'automatic payments are off',
  inactive: 'the customer is inactive',
  group: 'off for the group',
  dispute: 'the invoice is disputed',
  method: 'the payment method can’t be charged',
  no_address: 'the customer has no email address',
}

const COLUMNS: readonly ExportColumn<Row>[] = [
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Payment method', kind: 'text', value: (one) => one.method_display },
  { name: 'Since', kind: 'date', value: (one) => one.since_on },
  { name: 'Card expires', kind: 'text', value: (one) => one.expiry },
  { name: 'Next invoice', kind: 'text', value: (one) => one.next?.invoice.number ?? '' },
  { name: 'Next charge', kind: 'date', value: (one) => one.next?.on ?? null },
  { name: 'Amount', kind: 'amount', value: (one) => one.next?.amount ?? null },
  { name: 'Currency', kind: 'text', value: (one) => one.next?.currency ?? '' },
  { name: 'Stopped because', kind: 'text', value: (one) => (one.stopped_by ? STOPS[one.stopped_by] : '') },
]

/** Exports the customers who agreed to automatic payments, by name. The export is in the audit log. */
export async function exportEnrolled(
  uow: UnitOfWork,
  { format }: InputOf<typeof contract.autoPayments.export>['body'],
): Promise<FileInParts> {
  const today = await uow.transaction(async (ctx) => {
    await auditExport(ctx, 'auto-payments.export', 'auto_payment', await countEnrolled(ctx), { format })
    return todayOf(ctx)
  })
  return exportPages(uow, {
    name: 'Automatic payments',
    format,
    columns: COLUMNS,
    today,
    readPage: showEnrolled,
  })
}
