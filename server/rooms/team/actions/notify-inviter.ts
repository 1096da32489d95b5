import type { BaseCtx } from '../../../platform/context.ts'
import { findUser, mailUser, type User } from '../../identity/index.ts'
import { nameOf } from '../rules.ts'
import type { Invitation } from '../store/invitations.ts'

/** Notifies the inviter by mail of an acceptance. Leaves the transaction in the inviter's home account. */
export async function notifyInviter(ctx: BaseCtx, invitation: Invitation, who: User): Promise<void> {
  const inviter = await findUser(ctx, invitation.invited_by)
  if (inviter === null) return
  const heading = `${nameOf(who)} accepted your invitation`
  const origin = ctx.app.config.appOrigin
  await mailUser(ctx, inviter, 'team.accepted', {
    subject: heading,
    preheader: `${who.email} is in.`,
    heading,
    paragraphs: [
      invitation.kind === 'member'
        ? `${who.email} works in your company from now on. Their role can be changed at any time.`
        : `${who.email} has taken you as the advisor of their company. You find it in the list of your companies.`,
    ],
    button:
      invitation.kind === 'member'
        ? { label: 'Look at the team', url: `${origin}/settings/team` }
        : { label: 'Open Quittance', url: `${origin}/` },
  })
}
