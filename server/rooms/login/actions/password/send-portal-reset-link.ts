import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { issueToken } from '../../../identity/index.ts'
import {
  customersOfLogin,
  findPortalUserByEmail,
  mailInCompanysName,
  sendEnrollLink,
} from '../../../portal/index.ts'

/**
 * Mails a login of this portal a link that sets a new password, or the invitation again if it was never accepted. Does
 * nothing for an unknown address. `email` is normalized.
 */
export async function sendPortalResetLink(ctx: Ctx, email: string): Promise<void> {
  const user = await findPortalUserByEmail(ctx, email)
  if (user === null || user.disabled || (await customersOfLogin(ctx, user.id)).length === 0) return
  if (user.accepted) await mailResetLink(ctx, user)
  else if (user.invitedAtMs !== null) await sendEnrollLink(ctx, user)
  await audit(ctx, 'portal.ask-reset', { type: 'portal_user', id: user.id })
}

async function mailResetLink(ctx: Ctx, user: { id: string; email: string }): Promise<void> {
  const token = await issueToken(ctx, {
    purpose: 'portal_reset',
    email: user.email,
    accountId: ctx.accountId,
    subjectId: user.id,
  })
  const about = { kind: 'portal.reset-password', related: { type: 'portal_user', id: user.id } }
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin, t }) => ({
    subject: t('Set a new password for {company}', { company }),
    preheader: t('The link works once, within 30 minutes.'),
    heading: t('Set a new password'),
    paragraphs: [
      t('Someone asked to set a new password for {email} at {company}.', { email: user.email, company }),
    ],
    button: {
      label: t('Set a new password'),
      url: `${portalOrigin}/password-reset-confirmation?token=${token}`,
    },
    afterword: [
      t(
        'The link works once, within 30 minutes. If you didn’t ask for it, ignore this email. Your password stays the same.',
      ),
    ],
  }))
}
