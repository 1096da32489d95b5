import type { BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import type { TokenPurpose } from '../../rules.ts'
import { findToken, findUsableToken, type OneTimeToken } from '../../store/one-time-tokens.ts'

/**
 * What a one-time link was for, although it may be used up or expired: so that its holder is told what became of it. One
 * that is not usable proves nothing any more. Null for a link that never was, or was cleared away.
 */
export async function recallToken(
  ctx: BaseCtx,
  secret: string,
  purposes: readonly TokenPurpose[],
): Promise<{ token: OneTimeToken; usable: boolean } | null> {
  const token = await findToken(ctx, sha256(secret), purposes)
  return token && { token, usable: (await findUsableToken(ctx, sha256(secret), purposes)) !== null }
}
