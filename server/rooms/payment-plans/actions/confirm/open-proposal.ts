import { type BaseCtx, type Ctx, enterAccount } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findLink } from '../../store/links.ts'

/**
 * Enters the account of a confirmation link. Refuses token_expired alike for a secret that is unknown, ended, or of another
 * company than the one whose host was called.
 */
export async function openProposal(
  ctx: BaseCtx | Ctx,
  token: string,
): Promise<{ readonly ctx: Ctx; readonly planId: string; readonly mayCharge: boolean }> {
  const link = /^[\w-]{43}$/.test(token) ? await findLink(ctx, token) : null
  const host = 'accountId' in ctx ? ctx.accountId : null
  if (link === null || (host !== null && host !== link.accountId)) throw refuse('token_expired')
  return { ctx: await enterAccount(ctx, link.accountId), planId: link.planId, mayCharge: link.mayCharge }
}
