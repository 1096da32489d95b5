import { type BaseCtx, type Ctx, enterAccount } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findLink } from '../store/links.ts'

export interface OpenLink {
  /** Inside the account of the link. */
  readonly ctx: Ctx
  readonly address: string
}

/**
 * Enters the account of an unsubscribe link. Refuses not_found for a secret that was never issued, or that another company
 * than the one whose host was called issued.
 */
export async function openLink(ctx: BaseCtx | Ctx, token: string): Promise<OpenLink> {
  const link = await findLink(ctx, 'unsubscribe', token)
  const host = 'accountId' in ctx ? ctx.accountId : null
  if (link === null || (host !== null && host !== link.accountId)) throw refuse('not_found')
  return { ctx: await enterAccount(ctx, link.accountId), address: link.address }
}
