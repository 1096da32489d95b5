import type { BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { TokenPurpose } from '../../rules.ts'
import { findUsableToken, type OneTimeToken } from '../../store/one-time-tokens.ts'

/** Reads a one-time token without using it up. Throws token_expired for every fault. */
export async function peekToken(
  ctx: BaseCtx,
  secret: string,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeToken> {
  const token = await findUsableToken(ctx, sha256(secret), purposes)
  if (token === null) throw refuse('token_expired')
  return token
}
