import { z } from 'zod'
import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { nextReminderAt } from './actions/engine/next-due.ts'
import { sendDue } from './actions/engine/send-due.ts'
import { runRehearsal } from './actions/rehearsals/run-rehearsal.ts'

/** Areas whose entries change which reminders are due, or whether they are held. */
const AFTER: readonly AuditArea[] = [
  'reminders',
  'answers',
  'accounts',
  'accounting',
  'plans',
  'customers',
  'mail',
  'portal',
  'invoices',
  'imports',
  'credit-memos',
  'late-fees',
  'payments',
  'sandbox',
]

/** Due by the product's clock. */
export const remindersSchedules: readonly Schedule[] = [
  {
    name: 'reminders.send-due',
    after: AFTER,
    run: sendDue,
    nextDue: (uow) => uow.transaction(nextReminderAt),
  },
]

export const remindersJobs = [
  defineJob({
    name: 'reminders.rehearse',
    payload: z.strictObject({ rehearsal: z.uuid() }),
    runsWhilePaused: true,
    runUnitOfWork: (uow, payload) => runRehearsal(uow, payload.rehearsal),
  }),
]
