import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { equalizeTiming, issueToken } from '../../../identity/index.ts'
import { customersOfLogin, findPortalUserByEmail, mailInCompanysName } from '../../../portal/index.ts'

/** Longer than the slowest outcome takes. */
const REPLY_AFTER_MS = 250

/** Mails a link that logs in to this portal. The reply is the same for an unknown address. */
export async function sendLogInLink(
  uow: UnitOfWork,
  { body }: InputOf<typeof contract.logInLinks.send>,
): Promise<{ detail: string }> {
  const email = normalizeEmail(body.email)
  await equalizeTiming(
    REPLY_AFTER_MS,
    uow.transaction((ctx) => mailLink(ctx, email)),
  )
  return { detail: msg('If this address has access, we sent it a link. It works once, within 15 minutes.') }
}

/** Does nothing for an unknown address, and for one that was never invited. */
async function mailLink(ctx: Ctx, email: string): Promise<void> {
  const user = await findPortalUserByEmail(ctx, email)
  if (user === null || user.disabled || !(user.accepted || user.invitedAtMs !== null)) return
  if ((await customersOfLogin(ctx, user.id)).length === 0) return
  // A mail that is late must still work when another one was asked for.
  const token = await issueToken(
    ctx,
    { purpose: 'portal_log_in', email: user.email, accountId: ctx.accountId, subjectId: user.id },
    { keepFormer: true },
  )
  const about = { kind: 'portal.log-in-link', related: { type: 'portal_user', id: user.id } }
  await mailInCompanysName(ctx, user.email, about, ({ company, portalOrigin, t }) => ({
    subject: t('Your login link for {company}', { company }),
    preheader: t('Log in without a password.'),
    heading: t('Log in to your portal'),
    paragraphs: [
      t('Someone asked to log in to the portal of {company} as {email}.', { company, email: user.email }),
    ],
    button: { label: t('Log in'), url: `${portalOrigin}/customer-portal-site-login?link=${token}` },
    afterword: [
      t(
        'The link works once, within 15 minutes, on any device. If you didn’t ask for it, ignore this email. Don’t forward it.',
      ),
    ],
  }))
  await audit(ctx, 'portal.send-log-in-link', { type: 'portal_user', id: user.id })
}
