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
    preheader: `${who.email} joined.`,
    heading,
    paragraphs: [
      invitation.kind === 'member'
        ? `${who.email} now works in your company. You can change their role at any time.`
        : invitation.kind === 'owner'
          ? `${who.email} now owns the company that you set up for them. You’re its advisor.`
          : `${who.email} made you their company’s advisor. You’ll find it in your list of companies.`,
    ],
    button:
      invitation.kind === 'member'
        ? { label: 'View team', url: `${origin}/settings/team` }
        : { label: 'Open Quittance', url: `${origin}/` },
  })
}
