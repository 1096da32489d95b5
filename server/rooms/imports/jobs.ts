import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { checkRows } from './actions/check-rows.ts'
import { forgetImports, nextToForget } from './actions/forget-imports.ts'
import { writeRows } from './actions/write-rows.ts'

export const importsJobs = [
  defineJob({
    name: 'imports.check-rows',
    payload: z.strictObject({ import: z.uuid(), generation: z.number().int() }),
    runsWhilePaused: true,
    runUnitOfWork: (uow, payload) => checkRows(uow, payload),
  }),
  defineJob({
    name: 'imports.write-rows',
    payload: z.strictObject({ import: z.uuid() }),
    runsWhilePaused: true,
    runUnitOfWork: (uow, payload) => writeRows(uow, payload.import),
  }),
]

export const importsSchedules: readonly Schedule[] = [
  {
    name: 'imports.forget',
    after: ['imports'],
    run: forgetImports,
    nextDue: (uow) => uow.transaction(nextToForget),
  },
]
