import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { deleteDecoyLogins } from '../../store/decoy-logins.ts'
import { type OneTimeToken, retireTokens } from '../../store/one-time-tokens.ts'
import { revokeSessions } from '../../store/sessions.ts'
import { findUser, releaseUnproven, type User, updateEmail } from '../../store/users.ts'

/**
 * Makes the address that the link was mailed to the login address of its owner. Links to the former address
 * become void, and an unverified claimant loses the address. Throws conflict when another person has signed
 * up with the address meanwhile, and token_expired when the person can no longer log in.
 */
export async function moveToEmail(ctx: BaseCtx, token: OneTimeToken): Promise<{ former: User; user: User }> {
  const former = token.userId === null ? null : await findUser(ctx, token.userId)
  if (former === null || former.disabled) throw refuse('token_expired')
  const squatter = await releaseUnproven(ctx, token.email)
  if (squatter !== null) await revokeSessions(ctx, { userId: squatter }, 'address proved by somebody else')
  const user = await updateEmail(ctx, former.id, token.email)
  if (user === null) throw refuse('conflict', 'Someone else has signed up with this address.')
  for (const purpose of ['verify_email', 'change_email', 'reset_password'] as const)
    await retireTokens(ctx, purpose, { userId: user.id })
  await deleteDecoyLogins(ctx, user.id)
  return { former, user }
}
