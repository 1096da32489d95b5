import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import { performRun } from './actions/runs/perform-run.ts'

export const invoicesJobs = [
  defineJob({
    name: 'invoices.run',
    payload: z.strictObject({ run: z.uuid() }),
    runUnitOfWork: (uow, payload) => performRun(uow, payload.run),
  }),
]
