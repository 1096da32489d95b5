import type { OnboardingStep } from '../../../../domain/accounts/onboarding.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { putCheck } from '../store.ts'
import { type OnboardingReply, readOnboarding } from './read-onboarding.ts'

/**
 * Marks a step as done, or updates the time of an earlier mark. Throws invalid_input for a step that the
 * account does not have.
 */
export async function checkStep(ctx: Ctx, step: OnboardingStep): Promise<OnboardingReply> {
  const { onboarding_progress: progress } = await readOnboarding(ctx)
  if (progress[step] === undefined)
    throw refuseFields({ onboarding_step: ['This account doesn’t have this step.'] })
  await putCheck(ctx, step)
  await audit(ctx, 'onboarding.check-step', { type: 'account', id: ctx.accountId }, { step })
  return { onboarding_progress: { ...progress, [step]: true } }
}
