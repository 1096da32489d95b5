import type { BaseCtx } from '../../../../platform/context.ts'
import { actingAs } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { EMAIL_PROOFS, type EmailProof } from '../../rules.ts'
import type { OneTimeToken } from '../../store/one-time-tokens.ts'
import { markEmailVerified, type User } from '../../store/users.ts'
import { auditPerson } from '../people/audit-person.ts'
import { undoSecondFactor } from '../second-factor/undo-second-factor.ts'
import { personByLink } from '../tokens/person-by-link.ts'
import { redeemToken } from '../tokens/redeem-token.ts'
import { changeEmail } from './change-email.ts'
import { restoreEmail } from './restore-email.ts'

/** What each link to an address does once it is opened. */
const PROOFS = {
  verify_email: { action: 'identity.verify-email', carryOut: confirm },
  change_email: { action: 'identity.change-email', carryOut: changeEmail },
  restore_email: { action: 'identity.restore-email', carryOut: restoreEmail },
  undo_second_factor: { action: 'identity.undo-second-factor', carryOut: undoSecondFactor },
} as const satisfies Record<EmailProof, unknown>

/**
 * Confirms the address that the token was mailed to: of a sign-up, of a change, or of one taken back; or gives the account
 * back to whoever reads that address and did not turn two-step login on. Throws token_expired, or conflict when the address has become somebody else's.
 */
export async function verifyEmail(ctx: BaseCtx, secret: string) {
  const token = await redeemToken(ctx, secret, ...EMAIL_PROOFS)
  const purpose = token.purpose as EmailProof
  const user = await PROOFS[purpose].carryOut(ctx, token)
  const object = { type: 'user', id: user.id }
  await auditPerson(
    actingAs(ctx, personByLink(user, null)),
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
