import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { voidLeftBehind } from './actions/move/left-behind.ts'
import { nextSyncAt, queueDueSync } from './actions/sync/queue-due-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'

export const accountingJobs = [
  defineJob({
    name: 'accounting.sync-books',
    payload: z.strictObject({}),
    runUnitOfWork: (uow) => syncBooks(uow),
  }),
  defineJob({
    name: 'accounting.void-left-behind',
    payload: z.strictObject({ conflict: z.uuid() }),
    runUnitOfWork: (uow, { conflict }) => voidLeftBehind(uow, conflict),
  }),
]

export const accountingSchedules: readonly Schedule[] = [
  {
    name: 'accounting.sync',
    after: ['payments', 'credit-memos', 'accounting', 'sandbox'],
    run: queueDueSync,
    nextDue: (uow) => uow.transaction(nextSyncAt),
  },
]
