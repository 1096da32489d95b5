import type { Ctx } from '../../../../platform/context.ts'
import type { Translator } from '../../../../platform/languages/translate.ts'
import type { MailContent } from '../../../../platform/mail/layout.ts'
import { issueToken } from '../../../identity/index.ts'
import { factorOfPortalUser, mailInCompanysName, type PortalUser } from '../../../portal/index.ts'

type LoginChange = 'factor_on' | 'factor_off' | 'recovery_code_used' | 'password_changed'
type Facts = { readonly company: string; readonly email: string; readonly t: Translator }
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
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin, t }) => ({
    ...notice({ company, email: user.email, t }),
    button: { label: t('This wasn’t me'), url: portalOrigin + path },
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
  factor_on: ({ company, email, t }) => ({
    subject: t('Two-step login was turned on for {company}', { company }),
    preheader: t('Logging in now needs a code from your authenticator app.'),
    heading: t('Two-step login was turned on'),
    paragraphs: [
      t(
        'Logging in to the portal of {company} now needs a code from your authenticator app ({email}). We logged out your other devices.',
        { company, email },
      ),
      t(
        'If this was you, you’re all set. If not, undo it within 7 days. You set a new password, and everyone is logged out.',
      ),
    ],
  }),
  factor_off: ({ company, email, t }) => ({
    subject: t('Two-step login was turned off for {company}', { company }),
    preheader: t('Logging in needs only your password again.'),
    heading: t('Two-step login was turned off'),
    paragraphs: [
      t(
        'Logging in to the portal of {company} needs only your password again ({email}). We logged out your other devices.',
        { company, email },
      ),
      t('If this was you, you’re all set. If not, set a new password.'),
    ],
  }),
  password_changed: ({ company, email, t }) => ({
    subject: t('Your password for {company} was changed', { company }),
    preheader: t('We logged out your other devices.'),
    heading: t('Your password was changed'),
    paragraphs: [
      t(
        'The password for {email} for the portal of {company} was just changed. We logged out your other devices.',
        { email, company },
      ),
      t('If this was you, you’re all set.'),
    ],
  }),
}

const recoveryCodeNotice =
  (left: number) =>
  ({ company, email, t }: Facts): Notice => ({
    subject: t('A recovery code was used for {company}', { company }),
    preheader: leftWords(left, t),
    heading: t('A recovery code was used'),
    paragraphs: [
      `${t('Someone just used a recovery code instead of an authenticator app code for the portal of {company} ({email}).', { company, email })} ${leftWords(left, t)}`,
      t('If this was you, you’re all set. Make new codes in the portal’s menu, under Login and security.'),
      t(
        'If not, someone has your password and recovery codes. Set a new password now, which logs everyone out. After that, make new codes to replace the old ones.',
      ),
    ],
  })

const leftWords = (left: number, t: Translator): string => {
  if (left === 0) return t('It was the last one. Make new codes, or losing your phone locks you out.')
  return t('{left, plural, one {# code is left.} other {# codes are left.}}', { left })
}
