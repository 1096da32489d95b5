import { z } from 'zod'
import type { UnitOfWork } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/queue.ts'
import { checkRows } from './actions/check-rows.ts'
import { forgetImports } from './actions/forget-imports.ts'
import { writeRows } from './actions/write-rows.ts'

export const importsJobs: JobDefinition[] = [
  defineJob({
    name: 'imports.check-rows',
    payload: z.strictObject({ import: z.uuid(), generation: z.number().int() }),
    runUnitOfWork: (uow, payload) => checkRows(uow, payload),
  }),
  defineJob({
    name: 'imports.write-rows',
    payload: z.strictObject({ import: z.uuid() }),
    runUnitOfWork: (uow, payload) => writeRows(uow, payload.import),
  }),
] as JobDefinition[]

export const importsSchedules: readonly { readonly name: string; run(uow: UnitOfWork): Promise<void> }[] = [
  { name: 'imports.forget', run: forgetImports },
]
