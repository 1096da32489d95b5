import type { paymentPlans } from '../../../../../contract/payments/payment-plans.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList } from '../../../../platform/exports/export-list.ts'
import { orderOf } from '../../../../platform/http/paging.ts'
import { todayOf } from '../../../accounts/index.ts'
import { presentPlanRow } from '../../rules/present-plan.ts'
import { selectAllPlanIds } from '../../store/list-plans.ts'
import { selectPlans } from '../../store/plans.ts'

const COLUMNS: readonly ExportColumn<ReturnType<typeof presentPlanRow>>[] = [
  { name: 'Customer', kind: 'text', value: (plan) => plan.customer.short_name },
  { name: 'Invoices', kind: 'text', value: (plan) => plan.invoices.map(({ number }) => number).join(', ') },
  { name: 'Status', kind: 'text', value: (plan) => plan.state },
  { name: 'Currency', kind: 'text', value: (plan) => plan.currency },
  { name: 'Total', kind: 'amount', value: (plan) => plan.total },
  { name: 'Remaining', kind: 'amount', value: (plan) => plan.remaining },
  { name: 'Installments', kind: 'number', value: (plan) => plan.installment_count },
  { name: 'Paid', kind: 'number', value: (plan) => plan.paid_count },
  { name: 'Missed', kind: 'number', value: (plan) => plan.missed_count },
  { name: 'Next due', kind: 'date', value: (plan) => plan.next_due_date },
  { name: 'Next amount', kind: 'amount', value: (plan) => plan.next_amount },
  { name: 'Sent at (UTC)', kind: 'text', value: (plan) => plan.sent_at },
  { name: 'Created at (UTC)', kind: 'text', value: (plan) => plan.created },
]

/** Exports the payment plans that the list shows for the same search, in its order. The export is in the audit log. */
export async function exportPlans(
  uow: UnitOfWork,
  request: InputOf<typeof paymentPlans.export>['body'],
): Promise<FileInParts> {
  const { state, customer, invoice } = request
  const { ids, today } = await uow.transaction(async (ctx) => {
    const today = await todayOf(ctx)
    const filter = { view: state, customer, invoice, search: searchable(request.search) ?? '' }
    const ids = await selectAllPlanIds(ctx, filter, today, orderOf(request.order_by))
    await auditExport(ctx, 'payment-plans.export', 'payment_plan', ids, request)
    return { ids, today }
  })
  return exportList(uow, {
    name: 'Payment plans',
    format: request.format,
    columns: COLUMNS,
    today,
    ids,
    read: async (ctx, some) => (await selectPlans(ctx, some)).map((plan) => presentPlanRow(plan, today)),
  })
}
