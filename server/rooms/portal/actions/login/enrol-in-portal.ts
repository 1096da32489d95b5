import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { checkPortalToken } from './check-portal-token.ts'
import { redeemPortalToken } from './redeem-portal-token.ts'
import { startPortalSession } from './start-portal-session.ts'

type Route = typeof contract.identity.enrolInPortal

/** Accepts an invitation: sets the first password and signs in. Throws token_expired, or invalid_input by field. */
export async function enrolInPortal(
  uow: UnitOfWork,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  await uow.transaction((ctx) => checkPortalToken(ctx, 'portal_enrol', body))
  const hash = await hashPassword(body.password1)
  return uow.transaction(async (ctx) => {
    const user = await redeemPortalToken(ctx, 'portal_enrol', body.token, hash)
    const signedIn = await startPortalSession(ctx, user, 'portal.enrol')
    if (signedIn === null) throw refuse('token_expired')
    return signedIn
  })
}
