import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { actingAs, present } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectCompanyNames } from '../../../accounts/index.ts'
import {
  checkNewPassword,
  identifyByLink,
  markEmailVerified,
  peekToken,
  redeemToken,
  replacePassword,
} from '../../../identity/index.ts'

/**
 * Sets a new password with a mailed token, which also verifies the address, and ends every session. Throws token_expired,
 * or invalid_input beside the password fields, which leaves the token unspent.
 */
export async function resetStaffPassword(
  uow: TenantlessUnitOfWork,
  given: { token: string; password1: string; password2: string },
): Promise<void> {
  const owner = await uow.transaction(async (ctx) => {
    const token = await peekToken(ctx, given.token, ['reset_password'])
    if (token.userId === null) throw refuse('token_expired')
    await present(ctx, 'app.user_id', token.userId)
    return { email: token.email, companyNames: await selectCompanyNames(ctx, token.userId) }
  })
  await checkNewPassword(given, owner)
  const hash = await hashPassword(given.password1)
  await uow.transaction(async (ctx) => {
    const token = await redeemToken(ctx, given.token, 'reset_password')
    const user = token.userId && (await markEmailVerified(ctx, token.userId, token.email))
    if (!user || user.disabled) throw refuse('token_expired')
    const acting = actingAs(ctx, identifyByLink(user, null))
    await replacePassword(acting, user, hash, { action: 'identity.reset-password' })
  })
}
