import type { BaseCtx } from '../../../../platform/context.ts'
import { isPayLinkToken } from '../../rules.ts'
import { findIssuedPayLink, type IssuedPayLink } from '../../store/issued-pay-links.ts'

/**
 * Finds the link of a secret on its own company's host or on the app's, also when it no longer opens. Null
 * for every other secret.
 */
export async function findPayLinkIssuer(
  ctx: BaseCtx,
  token: string,
  hostAccountId: string | null,
): Promise<IssuedPayLink | null> {
  const link = isPayLinkToken(token) ? await findIssuedPayLink(ctx, token) : null
  return link !== null && (hostAccountId ?? link.accountId) === link.accountId ? link : null
}
