import { randomInt } from 'node:crypto'
import type { BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { insertToken, retireTokens, type TokenSubject } from '../../store/one-time-tokens.ts'

/** Creates a six-digit code for one subject in place of any former one. Five wrong attempts void it. */
export async function issueCode(ctx: BaseCtx, about: TokenSubject & { subjectId: string }): Promise<string> {
  await retireTokens(ctx, about.purpose, { subjectId: about.subjectId })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await insertToken(ctx, sha256(`${about.subjectId}:${code}`), about)
  return code
}
