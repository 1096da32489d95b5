import type { BaseCtx } from '../../../platform/context.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import { insertToken, retireTokens, type TokenSubject } from '../store/one-time-tokens.ts'

/** Makes a one-time token of 256 random bits in place of its unused predecessors. Only its hash is kept. */
export async function issueToken(ctx: BaseCtx, about: TokenSubject): Promise<string> {
  if (about.userId) await retireTokens(ctx, about.purpose, { userId: about.userId })
  else if (about.subjectId) await retireTokens(ctx, about.purpose, { subjectId: about.subjectId })
  const secret = newSecret()
  await insertToken(ctx, sha256(secret), about)
  return secret
}
