import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { EMAIL_PROOFS, type EmailProof } from '../../rules.ts'
import { peekToken } from '../tokens/peek-token.ts'

/**
 * What verifyEmail would do with this link, so that a person is asked before it does: programs that look through mail
 * open its links too, and some of them run the page. Throws token_expired.
 */
export async function checkEmailLink(
  ctx: BaseCtx,
  secret: string,
): Promise<HandlerReplyOf<typeof contract.identity.checkEmailLink>> {
  const { purpose, email } = await peekToken(ctx, secret, EMAIL_PROOFS)
  return { does: purpose as EmailProof, email }
}
