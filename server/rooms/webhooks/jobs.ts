import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import type { Schedule } from '../../platform/registry.ts'
import { deliverDue, nextDelivery } from './actions/deliver-due.ts'
import { followEvents, nextFollow } from './actions/follow-events.ts'

/** Areas whose entries are events. */
const EVENT_AREAS: readonly AuditArea[] = [
  'invoices',
  'payments',
  'payment-plans',
  'credit-memos',
  'reminders',
  'answers',
  'customers',
  'imports',
  'mail',
  'portal',
  'late-fees',
  'statements',
  'connections',
  'accounting',
  'sandbox',
]

export const webhooksSchedules: readonly Schedule[] = [
  { name: 'webhooks.follow-events', after: EVENT_AREAS, run: followEvents, nextDue: nextFollow },
  { name: 'webhooks.deliver', run: deliverDue, nextDue: nextDelivery },
]
