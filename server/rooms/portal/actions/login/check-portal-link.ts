import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { recallToken } from '../../../identity/index.ts'
import { PORTAL_RESETS } from '../../rules.ts'
import { findPortalUserByEmail } from '../../store/portal-users.ts'

type Route = typeof contract.identity.checkPortalLink

const PURPOSES = {
  enrol: ['portal_enrol'],
  reset: PORTAL_RESETS,
} as const

/**
 * What a link from a mail of this portal is still good for, so that nobody fills in a form that will be refused. A link
 * that is unknown here, expired or replaced has just ended; of an invitation it is said that it was accepted.
 */
export async function checkPortalLink(
  ctx: Ctx,
  { token: secret, purpose }: InputOf<Route>['body'],
): Promise<HandlerReplyOf<Route>> {
  const link = await recallToken(ctx, secret, PURPOSES[purpose])
  if (link === null || link.token.accountId !== ctx.accountId) return { state: 'ended' }
  if (link.usable) return { state: 'open' }
  const user = purpose === 'enrol' ? await findPortalUserByEmail(ctx, link.token.email) : null
  return { state: user?.accepted ? 'enrolled' : 'ended' }
}
