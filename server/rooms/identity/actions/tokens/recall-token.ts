import type { BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import type { TokenPurpose } from '../../rules.ts'
import { findToken, findUsableToken, type OneTimeToken } from '../../store/one-time-tokens.ts'

/**
 * Returns a one-time token even when it is used or expired, so that its holder learns its outcome. An
 * unusable token proves nothing. Null for a link that never existed or was deleted.
 */
export async function recallToken(
  ctx: BaseCtx,
  secret: string,
  purposes: readonly TokenPurpose[],
): Promise<{ token: OneTimeToken; usable: boolean } | null> {
  const token = await findToken(ctx, sha256(secret), purposes)
  return token && { token, usable: (await findUsableToken(ctx, sha256(secret), purposes)) !== null }
}
