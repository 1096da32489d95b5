import { z } from 'zod'
import type { AuditArea } from '../../../domain/accounts/audit-areas.ts'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { nextStatementsAt } from './actions/engine/next-due.ts'
import { sendScheduled } from './actions/engine/send-scheduled.ts'
import { sendBulk } from './actions/runs/send-bulk.ts'

/** Areas whose entries change the schedule, or when its hour comes. */
const AFTER: readonly AuditArea[] = ['statements', 'accounts', 'accounting', 'plans']

/** Due by the product's clock. */
export const statementsSchedules: readonly Schedule[] = [
  {
    name: 'statements.send',
    after: AFTER,
    run: sendScheduled,
    nextDue: (uow) => uow.transaction(nextStatementsAt),
  },
]

export const statementsJobs = [
  defineJob({
    name: 'statements.run',
    payload: z.strictObject({ run: z.uuid() }),
    runUnitOfWork: (uow, payload) => sendBulk(uow, payload.run),
  }),
]
