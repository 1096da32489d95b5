import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { Steps } from '../../../platform/context.ts'
import { hashPassword } from '../../../platform/password-hashing.ts'
import { refuse } from '../../../platform/refusal.ts'
import { checkPortalToken } from './check-portal-token.ts'
import { redeemPortalToken } from './redeem-portal-token.ts'
import { startPortalSession } from './start-portal-session.ts'

type Route = typeof contract.identity.enrolInPortal

/** Accepts an invitation: sets the first password and signs in. Throws token_expired, or invalid_input by field. */
export async function enrolInPortal(steps: Steps, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  await steps.transaction((ctx) => checkPortalToken(ctx, 'portal_enrol', body))
  const hash = await hashPassword(body.password1)
  return steps.transaction(async (ctx) => {
    const user = await redeemPortalToken(ctx, 'portal_enrol', body.token, hash)
    const signedIn = await startPortalSession(ctx, user, 'portal.enrol')
    if (signedIn === null) throw refuse('token_expired')
    return signedIn
  })
}
