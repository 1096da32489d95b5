import { audit } from '../../../../platform/audit.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { Actor, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { actingAs, enterAccount } from '../../../../platform/context.ts'
import type { PortalReset } from '../../rules.ts'
import { checkPortalToken } from '../customer/check-portal-token.ts'
import { redeemPortalToken } from '../customer/redeem-portal-token.ts'

/** Sets a new password of a portal login with either kind of reset link. Throws token_expired, or invalid_input beside the password fields. */
export async function resetPortalPassword(
  uow: TenantlessUnitOfWork,
  accountId: string,
  purpose: PortalReset,
  given: { token: string; password1: string; password2: string },
): Promise<void> {
  await uow.transaction(async (ctx) => checkPortalToken(await enterAccount(ctx, accountId), purpose, given))
  const hash = await hashPassword(given.password1)
  await uow.transaction(async (base) => {
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
