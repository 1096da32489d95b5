import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { recallToken } from '../../../identity/index.ts'
import { findPortalUserByEmail } from '../../../portal/index.ts'
import { PORTAL_RESETS } from '../../rules.ts'

type Route = typeof contract.identity.checkPortalLink

const PURPOSES = {
  enrol: ['portal_enrol'],
  reset: PORTAL_RESETS,
  log_in: ['portal_log_in'],
} as const

/**
 * Returns the state of a mailed link before its form is filled in, without spending the link. A link that is unknown to
 * this portal, expired or replaced is `ended`; an accepted invitation is `enrolled`.
 */
export async function checkPortalLink(
  ctx: Ctx,
  { token: secret, purpose }: InputOf<Route>['body'],
): Promise<HandlerReplyOf<Route>> {
  const link = await recallToken(ctx, secret, PURPOSES[purpose])
  if (link === null || link.token.accountId !== ctx.accountId) return { state: 'ended' }
  if (link.usable) return { state: 'open', ...(purpose === 'log_in' && { email: link.token.email }) }
  const user = purpose === 'enrol' ? await findPortalUserByEmail(ctx, link.token.email) : null
  return { state: user?.accepted ? 'enrolled' : 'ended' }
}
