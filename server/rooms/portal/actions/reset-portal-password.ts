import { audit } from '../../../platform/audit.ts'
import type { Actor, OpenSteps } from '../../../platform/context.ts'
import { actingAs, enterAccount } from '../../../platform/context.ts'
import { hashPassword } from '../../../platform/password-hashing.ts'
import { checkPortalToken } from './check-portal-token.ts'
import { redeemPortalToken } from './redeem-portal-token.ts'

/** Sets a new password of a portal's login. Throws token_expired, or invalid_input beside the password fields. */
export async function resetPortalPassword(
  steps: OpenSteps,
  accountId: string,
  given: { token: string; password1: string; password2: string },
): Promise<void> {
  await steps.transaction(async (ctx) =>
    checkPortalToken(await enterAccount(ctx, accountId), 'portal_reset', given),
  )
  const hash = await hashPassword(given.password1)
  await steps.transaction(async (base) => {
    const ctx = await enterAccount(base, accountId)
    const user = await redeemPortalToken(ctx, 'portal_reset', given.token, hash)
    const actor: Actor = {
      kind: 'customer',
      portalUserId: user.id,
      sessionId: '',
      email: user.email,
      customerId: '',
      customerIds: [],
    }
    await audit(actingAs(ctx, actor), 'portal.reset-password', { type: 'portal_user', id: user.id })
  })
}
