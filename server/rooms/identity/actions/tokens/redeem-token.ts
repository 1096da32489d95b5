import type { BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { TokenPurpose } from '../../rules.ts'
import { type OneTimeToken, spendToken } from '../../store/one-time-tokens.ts'

/**
 * Uses up a one-time token of one of these purposes. One of any number of parallel callers succeeds. Throws
 * token_expired.
 */
export async function redeemToken(
  ctx: BaseCtx,
  secret: string,
  ...purposes: readonly [TokenPurpose, ...TokenPurpose[]]
): Promise<OneTimeToken> {
  const token = await spendToken(ctx, sha256(secret), purposes)
  if (token === null) throw refuse('token_expired')
  return token
}
