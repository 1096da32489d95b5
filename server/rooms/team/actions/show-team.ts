import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectMembers } from '../../accounts/index.ts'
import { nameOf } from '../rules.ts'
import { openInvitations } from '../store/invitations.ts'

export type Team = HandlerReplyOf<typeof contract.team.read>

/** Returns the account's members in the order of joining, and open invitations, newest first. */
export async function showTeam(ctx: Ctx): Promise<Team> {
  const members = await selectMembers(ctx)
  const invitations = await openInvitations(ctx)
  const now = ctx.app.clock.wallNow()
  return {
    members: members.map((member) => ({
      user: member.userId,
      name: nameOf(member),
      email: member.email,
      role: member.role,
      since: member.since.toISOString(),
      second_factor: member.secondFactor,
      firm: member.firm && { pk: member.firm.id, name: member.firm.name },
      is_you: ctx.actor.kind === 'staff' && ctx.actor.userId === member.userId,
    })),
    invitations: invitations.map((one) => ({
      pk: one.id,
      kind: one.kind,
      email: one.email,
      role: one.role,
      invited_by: nameOf({ firstName: one.first_name, lastName: one.last_name, email: one.inviter_email }),
      sent_at: one.sent_at.toISOString(),
      expires_at: one.expires_at.toISOString(),
      expired: one.expires_at.getTime() <= now,
    })),
  }
}
