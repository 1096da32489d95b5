import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { spendSecondFactor } from '../../../identity/index.ts'
import { factorOfPortalUser, type PortalUser } from '../../../portal/index.ts'
import { notifyLoginChange } from './notify-login-change.ts'

/**
 * Spends a code of a login's second factor, where it has one, and notifies its owner of a recovery code. Throws
 * login_bad_authentication_code.
 */
export async function passSecondFactor(ctx: Ctx, user: PortalUser, code: string | undefined): Promise<void> {
  if (!user.secondFactor) return
  const kept = factorOfPortalUser({ accountId: ctx.accountId, id: user.id })
  const spent = await spendSecondFactor(ctx, user.id, code, kept)
  if (spent === null) throw refuse('login_bad_authentication_code')
  if (spent === 'recovery_code') await notifyLoginChange(ctx, user, 'recovery_code_used')
}
