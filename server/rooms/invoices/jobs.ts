import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { performRun } from './actions/runs/perform-run.ts'
import { deleteRunPdfs, nextPdfExpiry } from './store/run-pdfs.ts'

export const invoicesJobs = [
  defineJob({
    name: 'invoices.run',
    payload: z.strictObject({ run: z.uuid() }),
    runUnitOfWork: (uow, payload) => performRun(uow, payload.run),
  }),
]

export const invoicesSchedules: readonly Schedule[] = [
  {
    name: 'invoices.delete-run-pdfs',
    run: (uow) => uow.transaction(deleteRunPdfs),
    nextDue: (uow) => uow.transaction(nextPdfExpiry),
  },
]
