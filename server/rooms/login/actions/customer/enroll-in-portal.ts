import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { checkPortalToken } from './check-portal-token.ts'
import { openPortalSession } from './open-portal-session.ts'
import { redeemPortalToken } from './redeem-portal-token.ts'

type Route = typeof contract.identity.enrollInPortal

/**
 * Accepts an invitation to a portal: sets the first password and logs in. Throws token_expired, or invalid_input beside
 * the password fields.
 */
export async function enrollInPortal(
  uow: UnitOfWork,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  await uow.transaction((ctx) => checkPortalToken(ctx, 'portal_enrol', body))
  const hash = await hashPassword(body.password1)
  return uow.transaction(async (ctx) => {
    const user = await redeemPortalToken(ctx, 'portal_enrol', body.token, hash)
    const reply = await openPortalSession(ctx, user, 'portal.enrol')
    if (reply === null) throw refuse('token_expired')
    return reply
  })
}
