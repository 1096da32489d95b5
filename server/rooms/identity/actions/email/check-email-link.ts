import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { EMAIL_PROOFS, type EmailProof } from '../../rules.ts'
import { peekToken } from '../tokens/peek-token.ts'

/**
 * Returns the effect of an email link, so that the page can request confirmation first. Mail scanners open
 * links too, and some run the page. Throws token_expired.
 */
export async function checkEmailLink(
  ctx: BaseCtx,
  secret: string,
): Promise<HandlerReplyOf<typeof contract.identity.checkEmailLink>> {
  const { purpose, email } = await peekToken(ctx, secret, EMAIL_PROOFS)
  return { does: purpose as EmailProof, email }
}
