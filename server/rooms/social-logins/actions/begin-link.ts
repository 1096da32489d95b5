import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { OpenSteps } from '../../../platform/context.ts'
import { withOwnFactors } from '../../identity/index.ts'
import { setOut } from './set-out.ts'

type BeginLink = typeof contract.socialLogins.beginLink

/**
 * Sends a signed-in person who has just shown their password, and a code where they have a second factor, to a provider that
 * is to be linked. What comes back works in this session only. Throws invalid_input beside the field that is wrong,
 * too_many_requests, and as `setOut` does.
 */
export async function beginLink(
  steps: OpenSteps,
  { body }: InputOf<BeginLink>,
): Promise<HandlerReplyOf<BeginLink>> {
  const { provider, redirect_url, ...factors } = body
  const holder = await withOwnFactors(steps, factors, async (_, user, sessionId) => ({
    userId: user.id,
    sessionId,
  }))
  return setOut(steps.app, { provider, redirect_url, purpose: 'link', holder }, undefined)
}
