import type { Ctx } from '../../../../platform/context.ts'
import { issueToken } from '../../../identity/index.ts'
import { mailInCompanysName } from './mail-in-companys-name.ts'

/** Mails a login its invitation: a link to set the first password. It replaces any former link. */
export async function sendEnrollLink(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  const token = await issueToken(ctx, {
    purpose: 'portal_enrol',
    email: user.email,
    accountId: ctx.accountId,
    subjectId: user.id,
  })
  const about = { kind: 'portal.invitation', related: { type: 'portal_user', id: user.id } }
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin, t }) => ({
    subject: t('Your invoices from {company}, in one place', { company }),
    preheader: t('See what you owe, pay and get receipts.'),
    heading: t('{company} invites you', { company }),
    paragraphs: [
      t('{company} opened a customer portal for you. See and pay your invoices and find your receipts.', {
        company,
      }),
    ],
    button: {
      label: t('Open your portal'),
      url: `${portalOrigin}/customer-portal-site-enrol?token=${token}`,
    },
    afterword: [
      t(
        'Choose a password with this link. It works once, within 7 days. If you know nothing about it, ignore this email.',
      ),
    ],
  }))
}
