import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../platform/context.ts'
import { withOwnFactors } from '../../identity/index.ts'
import { startAuthorization } from './start-authorization.ts'

type BeginLink = typeof contract.socialLogins.beginLink

/**
 * Sends a signed-in person who has just shown their password, and a code where they have a second factor, to a provider that
 * is to be linked. What comes back works in this session only. Throws invalid_input beside the field that is wrong,
 * too_many_requests, and as `startAuthorization` does.
 */
export async function beginLink(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<BeginLink>,
): Promise<HandlerReplyOf<BeginLink>> {
  const { provider, redirect_url, ...factors } = body
  const holder = await withOwnFactors(uow, factors, async (_, user, sessionId) => ({
    userId: user.id,
    sessionId,
  }))
  return startAuthorization(uow.app, { provider, redirect_url, purpose: 'link', holder }, undefined)
}
