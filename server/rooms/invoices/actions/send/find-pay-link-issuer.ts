import type { BaseCtx } from '../../../../platform/context.ts'
import { isPayLinkToken } from '../../rules.ts'
import { findIssuedPayLink, type IssuedPayLink } from '../../store/issued-pay-links.ts'

/** The link of a secret on the host of its own company or on the app's, whether or not it still opens. Null for every other secret. */
export async function findPayLinkIssuer(
  ctx: BaseCtx,
  token: string,
  hostAccountId: string | null,
): Promise<IssuedPayLink | null> {
  const link = isPayLinkToken(token) ? await findIssuedPayLink(ctx, token) : null
  return link !== null && (hostAccountId ?? link.accountId) === link.accountId ? link : null
}
