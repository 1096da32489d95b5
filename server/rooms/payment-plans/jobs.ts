import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import type { Schedule } from '../../platform/registry.ts'
import { movePlans } from './actions/engine/move-plans.ts'
import { nextPlanAt } from './actions/engine/next-due.ts'

/** Areas whose entries settle invoices, move the day's end, or change a plan. */
const AFTER: readonly AuditArea[] = [
  'payment-plans',
  'accounts',
  'accounting',
  'invoices',
  'credit-memos',
  'late-fees',
  'payments',
  'sandbox',
]

/** Due by the product's clock. */
export const paymentPlansSchedules: readonly Schedule[] = [
  {
    name: 'payment-plans.move',
    after: AFTER,
    run: movePlans,
    nextDue: (uow) => uow.transaction(nextPlanAt),
  },
]
