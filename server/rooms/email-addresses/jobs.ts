import { z } from 'zod'
import type { JobDefinition } from '../../platform/app.ts'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { JobName } from '../../platform/registered-names.ts'
import { readReport } from './actions/intake/read-report.ts'

export const emailAddressesJobs: readonly JobDefinition<JobName>[] = [
  defineJob({
    name: 'email-addresses.read-report',
    payload: z.object({ reportId: z.uuid() }),
    runUnitOfWork: (uow, { reportId }) => readReport(uow, reportId),
  }),
]
