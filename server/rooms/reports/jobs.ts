import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import { followLedger } from './actions/charts/follow-ledger.ts'

/** Several accounts' jobs run one after another, and the queue takes a run of a minute for dead. */
const LONGEST_MS = 8_000

export const reportsJobs = [
  defineJob({
    name: 'reports.follow-ledger',
    payload: z.strictObject({}),
    runUnitOfWork: (uow) => followLedger(uow, { longestMs: LONGEST_MS }),
  }),
]
