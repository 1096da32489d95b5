import { timingSafeEqual } from 'node:crypto'
import type { BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { MAX_CODE_FAILURES, type TokenPurpose } from '../../rules.ts'
import { countFailure, lockCode, spendToken } from '../../store/one-time-tokens.ts'

/**
 * Tries a typed code: 'right' uses it up, 'wrong' is counted, 'void' means that no code is left to try. The
 * caller commits a wrong attempt before it refuses, or the count would be lost.
 */
export async function tryCode(
  ctx: BaseCtx,
  about: { purpose: TokenPurpose; subjectId: string },
  typed: string,
): Promise<'right' | 'wrong' | 'void'> {
  const code = await lockCode(ctx, about.purpose, about.subjectId)
  if (code === null || code.failures >= MAX_CODE_FAILURES) return 'void'
  if (!timingSafeEqual(code.hash, sha256(`${about.subjectId}:${typed.replace(/\s/g, '')}`))) {
    await countFailure(ctx, code)
    return 'wrong'
  }
  await spendToken(ctx, code.hash, [about.purpose])
  return 'right'
}
