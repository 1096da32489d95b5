import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { withOwnFactors } from '../../../identity/index.ts'
import { startAuthorization } from './start-authorization.ts'

type BeginLink = typeof contract.socialLogins.beginLink

/**
 * Starts the authorization that links a provider to the caller's login. The caller proves their password and, where they
 * have one, their second factor. The callback is good in this session only. Throws invalid_input beside the wrong field,
 * too_many_requests, and the errors of `startAuthorization`.
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
