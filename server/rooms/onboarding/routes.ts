import { onboarding } from '../../../contract/onboarding.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { checkStep } from './actions/check-step.ts'
import { readOnboarding } from './actions/read-onboarding.ts'

export const onboardingRoutes: BoundRoute[] = [
  on(onboarding.read, (ctx) => readOnboarding(ctx)),
  on(onboarding.checkStep, (ctx, { body }) => checkStep(ctx, body.onboarding_step)),
]
