import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import type { Schedule } from '../../platform/registry.ts'
import { endSettled } from './actions/end-settled.ts'

/** Areas whose entries settle invoices. */
const AFTER: readonly AuditArea[] = [
  'invoices',
  'imports',
  'credit-memos',
  'late-fees',
  'accounting',
  'payments',
  'sandbox',
  'reminders',
]

export const worklistSchedules: readonly Schedule[] = [
  {
    name: 'worklist.end-settled',
    after: AFTER,
    run: endSettled,
    nextDue: async () => null,
  },
]
