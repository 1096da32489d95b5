import type { Ctx } from '../../../platform/context.ts'
import { deleteMember, type Member } from '../../accounts/index.ts'
import { findUser, revokeSessions, setHome } from '../../identity/index.ts'
import { withdrawInvitationsOf, worksElsewhere } from '../store/invitations.ts'

/**
 * Removes a member. Their own mails and audit entries go to another account from now on, because members of
 * this one can read them here.
 */
export async function detachMember(ctx: Ctx, member: Pick<Member, 'userId'>): Promise<void> {
  await deleteMember(ctx, member.userId)
  await withdrawInvitationsOf(ctx, member.userId)
  await revokeSessions(ctx, { userId: member.userId, previewsOf: ctx.accountId }, 'left a company')
  const user = await findUser(ctx, member.userId)
  if (user?.homeAccountId === ctx.accountId)
    await setHome(ctx, member.userId, await worksElsewhere(ctx, member.userId))
}
