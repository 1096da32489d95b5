import { type BaseCtx, type Ctx, enterAccount } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { isHolderAdmitted } from '../../store/link-holders.ts'
import { findLink } from '../../store/links.ts'

/** A confirmation link that was opened, inside its account. */
export interface OpenedProposal {
  readonly ctx: Ctx
  readonly planId: string
  readonly mayCharge: boolean
  readonly link: { readonly id: string; readonly token: string }
}

/**
 * Enters the account of a confirmation link. Refuses token_expired alike for a secret that is unknown, ended, of a payer whose access
 * ended, or of another company than the one whose host was called.
 */
export async function openProposal(ctx: BaseCtx | Ctx, token: string): Promise<OpenedProposal> {
  const link = /^[\w-]{43}$/.test(token) ? await findLink(ctx, token) : null
  const host = 'accountId' in ctx ? ctx.accountId : null
  if (link === null || (host !== null && host !== link.accountId)) throw refuse('token_expired')
  const inside = await enterAccount(ctx, link.accountId)
  if (!(await isHolderAdmitted(inside, link.id))) throw refuse('token_expired')
  return { ctx: inside, planId: link.planId, mayCharge: link.mayCharge, link: { id: link.id, token } }
}
