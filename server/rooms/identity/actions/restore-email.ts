import type { BaseCtx } from '../../../platform/context.ts'
import { type OneTimeToken, retireSince } from '../store/one-time-tokens.ts'
import { revokeSessions } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { moveToEmail } from './move-to-email.ts'
import { sendResetLink } from './send-reset-link.ts'

/**
 * Takes a change of address back: every session ends, and a link to set a new password goes to the address, as the
 * present one is known to somebody else. Throws as moveToEmail does.
 */
export async function restoreEmail(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const { user } = await moveToEmail(ctx, token)
  // Who moved the account on from here can't take it again with links of their own.
  await retireSince(ctx, token)
  await revokeSessions(ctx, { userId: user.id }, 'email change taken back')
  await sendResetLink(ctx, user.email)
  return user
}
