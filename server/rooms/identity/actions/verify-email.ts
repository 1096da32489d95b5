import type { BaseCtx } from '../../../platform/context.ts'
import { actingAs } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { markEmailVerified } from '../store/users.ts'
import { auditPerson } from './audit-person.ts'
import { redeemToken } from './redeem-token.ts'

/** Confirms the address that the token was mailed to. Throws token_expired. */
export async function verifyEmail(
  ctx: BaseCtx,
  secret: string,
): Promise<{ email_verified: boolean; email: string }> {
  const token = await redeemToken(ctx, secret, 'verify_email')
  const user = token.userId === null ? null : await markEmailVerified(ctx, token.userId, token.email)
  if (user === null) throw refuse('token_expired')
  const actor = {
    kind: 'staff',
    userId: user.id,
    sessionId: '',
    email: user.email,
    emailVerified: true,
    role: null,
  } as const
  await auditPerson(actingAs(ctx, actor), user.homeAccountId, 'identity.verify-email', {
    type: 'user',
    id: user.id,
  })
  return { email_verified: true, email: user.email }
}
