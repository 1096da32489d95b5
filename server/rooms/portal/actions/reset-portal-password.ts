import { audit } from '../../../platform/audit.ts'
import type { Actor, OpenSteps } from '../../../platform/context.ts'
import { actingAs, enterAccount } from '../../../platform/context.ts'
import { hashPassword } from '../../../platform/password-hashing.ts'
import type { PortalReset } from '../rules.ts'
import { checkPortalToken } from './check-portal-token.ts'
import { redeemPortalToken } from './redeem-portal-token.ts'

/** Sets a new password of a portal's login, by either kind of link. Throws token_expired, or invalid_input beside the password fields. */
export async function resetPortalPassword(
  steps: OpenSteps,
  accountId: string,
  purpose: PortalReset,
  given: { token: string; password1: string; password2: string },
): Promise<void> {
  await steps.transaction(async (ctx) => checkPortalToken(await enterAccount(ctx, accountId), purpose, given))
  const hash = await hashPassword(given.password1)
  await steps.transaction(async (base) => {
    const ctx = await enterAccount(base, accountId)
    const user = await redeemPortalToken(ctx, purpose, given.token, hash)
    const actor: Actor = {
      kind: 'customer',
      portalUserId: user.id,
      sessionId: '',
      email: user.email,
      customerId: '',
      customerIds: [],
    }
    const action = purpose === 'portal_reset' ? 'portal.reset-password' : 'identity.undo-second-factor'
    await audit(actingAs(ctx, actor), action, { type: 'portal_user', id: user.id })
  })
}
