import type { Ctx } from '../../../../platform/context.ts'
import type { MailContent } from '../../../../platform/mail/layout.ts'
import { issueToken } from '../../../identity/index.ts'
import { factorOfPortalUser, mailInCompanysName, type PortalUser } from '../../../portal/index.ts'

type LoginChange = 'factor_on' | 'factor_off' | 'recovery_code_used' | 'password_changed'
type Facts = { readonly company: string; readonly email: string }
type Notice = Pick<MailContent, 'subject' | 'preheader' | 'heading' | 'paragraphs'>

/**
 * Notifies a customer by mail of a change to their login, with a link for a customer who did not make it. The link leads to
 * a new password. For a second factor that was turned on it also removes the factor, because a new password alone would not
 * let the owner in.
 */
export async function notifyLoginChange(ctx: Ctx, user: PortalUser, change: LoginChange): Promise<void> {
  const notice =
    change === 'recovery_code_used'
      ? recoveryCodeNotice(
          await factorOfPortalUser({ accountId: ctx.accountId, id: user.id }).countRecoveryCodes(ctx),
        )
      : NOTICES[change]
  const path =
    change === 'factor_on'
      ? `/password-reset-confirmation?token=${await undoToken(ctx, user)}`
      : '/customer-portal-site-forgot-password'
  const about = {
    kind: `portal.${change.replaceAll('_', '-')}`,
    related: { type: 'portal_user', id: user.id },
  }
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin }) => ({
    ...notice({ company, email: user.email }),
    button: { label: 'That was not me', url: portalOrigin + path },
  }))
}

const undoToken = (ctx: Ctx, user: PortalUser): Promise<string> =>
  issueToken(ctx, {
    purpose: 'portal_undo_second_factor',
    email: user.email,
    accountId: ctx.accountId,
    subjectId: user.id,
  })

const NOTICES: Readonly<Record<Exclude<LoginChange, 'recovery_code_used'>, (facts: Facts) => Notice>> = {
  factor_on: ({ company, email }) => ({
    subject: `Two-step login was turned on for ${company}`,
    preheader: 'Logging in now takes a code of your authenticator app.',
    heading: 'Two-step login was turned on',
    paragraphs: [
      `Logging in to the portal of ${company} now takes a code of your authenticator app (${email}). Every other device has been signed out.`,
      'If that was you, there is nothing to do. If not, undo it within 7 days: you set a new password, and everybody is logged out.',
    ],
  }),
  factor_off: ({ company, email }) => ({
    subject: `Two-step login was turned off for ${company}`,
    preheader: 'Logging in takes your password alone again.',
    heading: 'Two-step login was turned off',
    paragraphs: [
      `Logging in to the portal of ${company} takes your password alone again (${email}). Every other device has been signed out.`,
      'If that was you, there is nothing to do. If not, set a new password.',
    ],
  }),
  password_changed: ({ company, email }) => ({
    subject: `Your password for ${company} was changed`,
    preheader: 'Every other device was signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of ${email} for the portal of ${company} was just changed. Every other device has been signed out.`,
      'If that was you, there is nothing to do.',
    ],
  }),
}

const recoveryCodeNotice =
  (left: number) =>
  ({ company, email }: Facts): Notice => ({
    subject: `A recovery code was used for ${company}`,
    preheader: leftWords(left),
    heading: 'A recovery code was used',
    paragraphs: [
      `Somebody, most likely you, has just used a recovery code in place of a code of the authenticator app, for the portal of ${company} (${email}). ${leftWords(left)}`,
      'If that was you, there is nothing to do; new codes are made in the portal’s menu, under Login and security.',
      'If not, somebody knows your password and has your recovery codes: set a new password now, which logs out everybody, and then make new codes, which ends the former ones.',
    ],
  })

const leftWords = (left: number): string => {
  if (left === 0) return 'It was the last one: make new ones, or a lost phone locks you out.'
  return left === 1 ? '1 of them is left.' : `${left} of them are left.`
}
