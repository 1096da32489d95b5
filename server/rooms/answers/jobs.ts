import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import type { Schedule } from '../../platform/registry.ts'
import { nextPromiseAt } from './actions/promises/next-due.ts'
import { settleAnswers } from './actions/settle-answers.ts'

/** Areas whose entries settle invoices, move the day's end, or change a promise. */
const AFTER: readonly AuditArea[] = [
  'answers',
  'accounts',
  'invoices',
  'imports',
  'credit-memos',
  'late-fees',
  'accounting',
  'payments',
  'sandbox',
]

/** Due by the product's clock. */
export const answersSchedules: readonly Schedule[] = [
  {
    name: 'answers.settle',
    after: AFTER,
    run: settleAnswers,
    nextDue: (uow) => uow.transaction(nextPromiseAt),
  },
]
