import type { Ctx } from '../../../../platform/context.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { markInvited, type PortalUser } from '../../store/portal-users.ts'
import { mailInCompanysName } from './mail-in-companys-name.ts'
import { sendEnrollLink } from './send-enroll-link.ts'

/** Invites a login in a member's name. Counts as a mail of the company. Refuses too_many_requests. */
export async function sendInvitation(ctx: Ctx, user: PortalUser, customerName: string): Promise<void> {
  await consumeMailRateLimit(ctx, 1)
  await mailInvitation(ctx, user, customerName)
}

/** Mails a login a link to set a password or, when it accepted before, notifies it of the additional customer. */
export async function mailInvitation(ctx: Ctx, user: PortalUser, customerName: string): Promise<void> {
  if (user.accepted) await sendNotice(ctx, user, customerName)
  else await sendEnrollLink(ctx, user)
  await markInvited(ctx, user.id)
}

async function sendNotice(ctx: Ctx, user: PortalUser, customerName: string): Promise<void> {
  const about = { kind: 'portal.access', related: { type: 'portal_user', id: user.id } }
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin, t }) => ({
    subject: t('Your invoices from {company}', { company }),
    preheader: t('{customer} is in your portal.', { customer: customerName }),
    heading: t('{customer} is in your portal', { customer: customerName }),
    paragraphs: [
      t('You can see and pay the invoices of {customer} in the portal of {company}.', {
        customer: customerName,
        company,
      }),
    ],
    button: { label: t('Log in'), url: `${portalOrigin}/customer-portal-site-login` },
    afterword: [t('Log in with the password you already have, or ask for a login link.')],
  }))
}
