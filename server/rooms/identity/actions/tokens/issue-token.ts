import type { BaseCtx } from '../../../../platform/context.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { insertToken, retireTokens, type TokenSubject } from '../../store/one-time-tokens.ts'

/**
 * Creates a one-time token of 256 random bits. Voids unused former ones unless `keepFormer` is set. Only its
 * hash is stored.
 */
export async function issueToken(
  ctx: BaseCtx,
  about: TokenSubject,
  { keepFormer = false } = {},
): Promise<string> {
  if (keepFormer) return store(ctx, about)
  if (about.userId) await retireTokens(ctx, about.purpose, { userId: about.userId })
  else if (about.subjectId) await retireTokens(ctx, about.purpose, { subjectId: about.subjectId })
  return store(ctx, about)
}

async function store(ctx: BaseCtx, about: TokenSubject): Promise<string> {
  const secret = newSecret()
  await insertToken(ctx, sha256(secret), about)
  return secret
}
