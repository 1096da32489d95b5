import type { Ctx } from '../../../../platform/context.ts'
import { issueToken } from '../../../identity/index.ts'
import { mailInCompanysName } from './mail-in-companys-name.ts'

/** Mails a login its invitation: a link to set the first password. It replaces any former link. */
export async function sendEnrolLink(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  const token = await issueToken(ctx, {
    purpose: 'portal_enrol',
    email: user.email,
    accountId: ctx.accountId,
    subjectId: user.id,
  })
  const about = { kind: 'portal.invitation', related: { type: 'portal_user', id: user.id } }
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin }) => ({
    subject: `Your invoices from ${company}, in one place`,
    preheader: 'See what is open, pay, and keep your receipts.',
    heading: `${company} invites you`,
    paragraphs: [
      `${company} has opened a customer portal for you. There you see all your invoices, pay them and find your receipts.`,
    ],
    button: {
      label: 'Open your portal',
      url: `${portalOrigin}/customer-portal-site-enrol?token=${token}`,
    },
    afterword: ['The link can be used once, within 7 days, to choose a password.'],
  }))
}
