import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import type { Schedule } from '../../platform/registry.ts'
import { chargeDue } from './actions/charge-due.ts'
import { nextChargeAt, nextNoticeAt, nextTakenBackAt } from './actions/next-due.ts'
import { sendNotices } from './actions/send-notices.ts'
import { settleTakenBack } from './actions/settle-taken-back.ts'

/** Areas whose entries change which invoices are charged automatically, when, or how much. */
const AFTER: readonly AuditArea[] = [
  'answers',
  'accounts',
  'accounting',
  'connections',
  'plans',
  'customers',
  'portal',
  'invoices',
  'imports',
  'credit-memos',
  'late-fees',
  'payments',
  'sandbox',
]

/** Due by the product's clock. */
export const autoPaymentsSchedules: readonly Schedule[] = [
  {
    name: 'auto-payments.settle-taken-back',
    after: ['payments', 'sandbox'],
    run: settleTakenBack,
    nextDue: (uow) => uow.transaction(nextTakenBackAt),
  },
  {
    name: 'auto-payments.send-notices',
    after: AFTER,
    run: sendNotices,
    nextDue: (uow) => uow.transaction(nextNoticeAt),
  },
  {
    name: 'auto-payments.charge-due',
    after: AFTER,
    run: chargeDue,
    nextDue: (uow) => uow.transaction(nextChargeAt),
  },
]
