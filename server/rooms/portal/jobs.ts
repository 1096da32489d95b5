import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import { inviteCustomers } from './actions/invite-runs/invite-customers.ts'
import { followMerge, undoFollowedMerge } from './actions/logins/follow-merge.ts'

export const portalJobs = [
  defineJob({
    name: 'portal.invite-customers',
    payload: z.strictObject({ run: z.uuid() }),
    runUnitOfWork: (uow, payload) => inviteCustomers(uow, payload.run),
  }),
  defineJob({
    name: 'portal.follow-merge',
    payload: z.strictObject({ from: z.uuid(), into: z.uuid() }),
    runsWhilePaused: true,
    run: (ctx, payload) => followMerge(ctx, payload),
  }),
  defineJob({
    name: 'portal.undo-merge',
    payload: z.strictObject({
      from: z.uuid(),
      into: z.uuid(),
      above: z.array(z.uuid()).optional(),
      sinceMs: z.number(),
    }),
    runsWhilePaused: true,
    run: (ctx, payload) => undoFollowedMerge(ctx, payload),
  }),
]
