import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import { followLedger } from './actions/charts/follow-ledger.ts'

export const reportsJobs = [
  defineJob({
    name: 'reports.follow-ledger',
    payload: z.strictObject({}),
    runUnitOfWork: (uow) => followLedger(uow),
  }),
]
