import { z } from 'zod'
import { ONBOARDING_STEPS } from '../domain/accounts/onboarding.ts'
import { route } from './route.ts'
import { accountParams, strict } from './shapes.ts'

const progress = z.object({
  onboarding_progress: z
    .partialRecord(z.enum(ONBOARDING_STEPS), z.boolean())
    .describe('the steps that this account has, each with whether it is done'),
})

export const onboarding = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/onboarding/',
    summary: 'List the getting-started steps and which are done',
    access: { kind: 'staff', right: 'onboarding.read' },
    params: accountParams,
    reply: progress,
  }),
  checkStep: route({
    method: 'POST',
    path: '/api/accounts/:account/check-onboarding-step/',
    summary: 'Mark a step of getting started as done',
    access: { kind: 'staff', right: 'onboarding.write' },
    params: accountParams,
    body: strict({ onboarding_step: z.enum(ONBOARDING_STEPS, 'That is no step of getting started.') }),
    reply: progress,
  }),
}
