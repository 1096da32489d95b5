import { z } from 'zod'
import type { Steps } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/queue.ts'
import { checkRows } from './actions/check-rows.ts'
import { forgetImports } from './actions/forget-imports.ts'
import { writeRows } from './actions/write-rows.ts'

export const importsJobs: JobDefinition[] = [
  defineJob({
    name: 'imports.check-rows',
    payload: z.strictObject({ import: z.uuid(), generation: z.number().int() }),
    runInSteps: (steps, payload) => checkRows(steps, payload),
  }),
  defineJob({
    name: 'imports.write-rows',
    payload: z.strictObject({ import: z.uuid() }),
    runInSteps: (steps, payload) => writeRows(steps, payload.import),
  }),
] as JobDefinition[]

export const importsTicks: readonly { readonly name: string; run(steps: Steps): Promise<void> }[] = [
  { name: 'imports.forget', run: forgetImports },
]
