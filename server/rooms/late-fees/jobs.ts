import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import type { Schedule } from '../../platform/registry.ts'
import { chargeDue } from './actions/engine/charge-due.ts'
import { nextFeeAt } from './actions/engine/next-due.ts'

/** Areas whose entries switch rules or accounts on. What else changes is seen on the next day. */
const AFTER: readonly AuditArea[] = ['late-fees', 'accounts', 'accounting', 'plans']

/** Due by the product's clock. */
export const lateFeesSchedules: readonly Schedule[] = [
  {
    name: 'late-fees.charge',
    after: AFTER,
    run: chargeDue,
    nextDue: (uow) => uow.transaction(nextFeeAt),
  },
]
