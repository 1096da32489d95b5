import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { INVITATION_LIFE_MS } from '../../identity/index.ts'
import { holdInvitation, type Invitation, renewInvitation, withdrawInvitation } from '../store/invitations.ts'
import { mailInvitation } from './mail-invitation.ts'
import { showTeam, type Team } from './show-team.ts'

/**
 * Mails a new link that replaces the former one. Throws not_found once it was accepted or withdrawn, or
 * too_many_requests.
 */
export async function sendInvitationAgain(ctx: Ctx, id: string): Promise<Team> {
  const invitation = await held(ctx, id)
  await renewInvitation(ctx, id, INVITATION_LIFE_MS)
  await mailInvitation(ctx, invitation)
  await audit(ctx, 'team.send-invitation-again', { type: 'invitation', id }, { email: invitation.email })
  return showTeam(ctx)
}

/** Withdraws an invitation, which voids its link. Throws not_found once it was accepted or withdrawn. */
export async function withdrawFromInviting(ctx: Ctx, id: string): Promise<Team> {
  const invitation = await held(ctx, id)
  await withdrawInvitation(ctx, id)
  await audit(ctx, 'team.withdraw-invitation', { type: 'invitation', id }, { email: invitation.email })
  return showTeam(ctx)
}

async function held(ctx: Ctx, id: string): Promise<Invitation> {
  const invitation = await holdInvitation(ctx, id)
  if (invitation === null) throw refuse('not_found')
  return invitation
}
