import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { companyOf } from '../../accounts/index.ts'
import { findUser, findUserByEmail } from '../../identity/index.ts'
import { nameOf } from '../rules.ts'
import { peekInvitation } from './open-invitation.ts'

/**
 * Returns an invitation to the holder of its link. The link was mailed to the named address, so its holder
 * may learn whether that address has a login. Throws token_expired.
 */
export async function readInvitation(
  ctx: BaseCtx,
  code: string,
): Promise<HandlerReplyOf<typeof contract.team.readInvite>> {
  const { ctx: inside, invitation } = await peekInvitation(ctx, code)
  const inviter = await findUser(inside, invitation.invited_by)
  return {
    kind: invitation.kind,
    email: invitation.email,
    role: invitation.role,
    company: (await companyOf(inside)).name,
    invited_by: inviter === null ? '' : nameOf(inviter),
    expires_at: invitation.expires_at.toISOString(),
    has_login: (await findUserByEmail(inside, invitation.email)) !== null,
  }
}
