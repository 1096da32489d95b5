import type { BaseCtx } from '../../../../platform/context.ts'
import { actingAs } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { EMAIL_PROOFS, type EmailProof } from '../../rules.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import { markEmailVerified, type User } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'
import { undoSecondFactor } from '../second-factor/undo-second-factor.ts'
import { identifyByLink } from '../tokens/identify-by-link.ts'
import { redeemToken } from '../tokens/redeem-token.ts'
import { changeEmail } from './change-email.ts'
import { restoreEmail } from './restore-email.ts'

/** Audit action and effect of each email link. */
const PROOFS = {
  verify_email: { action: 'identity.verify-email', carryOut: confirm },
  change_email: { action: 'identity.change-email', carryOut: changeEmail },
  restore_email: { action: 'identity.restore-email', carryOut: restoreEmail },
  undo_second_factor: { action: 'identity.undo-second-factor', carryOut: undoSecondFactor },
} as const satisfies Record<EmailProof, unknown>

/**
 * Applies an email link: confirms the address of a sign-up or a change, restores a former address, or
 * removes a second factor that the owner did not set up. Throws token_expired, or conflict when the address
 * now belongs to somebody else.
 */
export async function verifyEmail(ctx: BaseCtx, secret: string) {
  const token = await redeemToken(ctx, secret, ...EMAIL_PROOFS)
  const purpose = token.purpose as EmailProof
  const user = await PROOFS[purpose].carryOut(ctx, token)
  const object = { type: 'user', id: user.id }
  await auditPerson(
    actingAs(ctx, identifyByLink(user, null)),
    user.homeAccountId,
    PROOFS[purpose].action,
    object,
  )
  return {
    email_verified: true,
    email: user.email,
    restored: purpose === 'restore_email',
    second_factor_undone: purpose === 'undo_second_factor',
  }
}

async function confirm(ctx: BaseCtx, token: OneTimeToken): Promise<User> {
  const user = token.userId === null ? null : await markEmailVerified(ctx, token.userId, token.email)
  if (user === null) throw refuse('token_expired')
  return user
}
