import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import { inviteCustomers } from './actions/invite-runs/invite-customers.ts'

export const portalJobs = [
  defineJob({
    name: 'portal.invite-customers',
    payload: z.strictObject({ run: z.uuid() }),
    runUnitOfWork: (uow, payload) => inviteCustomers(uow, payload.run),
  }),
]
