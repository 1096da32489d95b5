import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { companyOf, consumeMailRateLimit } from '../../accounts/index.ts'
import { findUser, issueToken } from '../../identity/index.ts'
import { nameOf, roleInWords } from '../rules.ts'
import type { Invitation } from '../store/invitations.ts'

const PRODUCT = 'Quittance'

/**
 * Mails the link of an invitation and voids any former one. Throws too_many_requests at the company's mail
 * limit.
 */
export async function mailInvitation(ctx: Ctx, invitation: Invitation): Promise<void> {
  await consumeMailRateLimit(ctx, 1)
  const code = await issueToken(ctx, {
    purpose: 'invite_user',
    email: invitation.email,
    accountId: ctx.accountId,
    subjectId: invitation.id,
  })
  const inviter = await findUser(ctx, invitation.invited_by)
  const who = inviter === null ? 'A colleague' : nameOf(inviter)
  const { name } = await companyOf(ctx)
  const { subject, sentence, afterword } = wordsOf(invitation, who, name)
  const { appOrigin } = ctx.app.config
  const rendered = renderMail({
    subject,
    preheader: sentence,
    heading: subject,
    paragraphs: [sentence],
    button: { label: 'View invitation', url: `${appOrigin}/signup/invite/${code}` },
    afterword: [
      `${afterword} The link works once, within 7 days. If you didn’t expect it, ignore this email.`,
    ],
    company: { name: PRODUCT },
    allowedOrigins: [new URL(appOrigin).origin],
  })
  const related = { type: 'invitation', id: invitation.id }
  await queueMail(ctx, {
    kind: 'team.invitation',
    to: invitation.email,
    fromName: PRODUCT,
    related,
    ...rendered,
  })
}

function wordsOf({ kind, role }: Invitation, who: string, company: string) {
  const at = company === '' ? 'their company' : company
  if (kind === 'member')
    return {
      subject: company === '' ? 'You are invited to Quittance' : `You are invited to work in ${company}`,
      sentence: `${who} invites you to work in ${at} on Quittance, as ${roleInWords(role!)}.`,
      afterword: 'It only works for this address.',
    }
  if (kind === 'owner')
    return {
      subject: `${who} hands over ${company === '' ? 'your company' : company} to you`,
      sentence: `${who} set up ${at} on Quittance and hands it over to you, as its owner.`,
      afterword: 'They stay your advisor, and you can end this at any time.',
    }
  return {
    subject: `${company === '' ? who : company} would like to be your advisor`,
    sentence: `${who}${company === '' ? '' : ` of ${company}`} invites your company to Quittance and would like to be your advisor.`,
    afterword: 'You keep your company and can end this at any time.',
  }
}
