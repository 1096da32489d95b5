import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf } from '../../../accounts/index.ts'
import { checkNewPassword, peekToken } from '../../../identity/index.ts'
import type { PortalReset } from '../../rules.ts'

/**
 * Checks a link of this portal and the password typed with it, without spending the link. Throws token_expired, or
 * invalid_input beside the password fields.
 */
export async function checkPortalToken(
  ctx: Ctx,
  purpose: 'portal_enrol' | PortalReset,
  given: { token: string; password1: string; password2: string },
): Promise<void> {
  const token = await peekToken(ctx, given.token, [purpose])
  if (token.accountId !== ctx.accountId) throw refuse('token_expired')
  const { name } = await companyOf(ctx)
  await checkNewPassword(given, { email: token.email, companyNames: [name] })
}
