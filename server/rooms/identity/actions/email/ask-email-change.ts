import { msg } from '../../../../../domain/languages/msg.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { findUserByEmail, holdUserWithPassword, type User } from '../../store/users.ts'
import { proveOwnPassword } from '../passwords/prove-own-password.ts'
import { auditPerson } from '../people/audit-person.ts'
import { mailUser } from '../people/mail-user.ts'
import { staffAccountSecurity } from '../sessions/describe-account-security.ts'
import { issueToken } from '../tokens/issue-token.ts'

/**
 * Mails a link to the new address and a warning to the current one, which stays in use until the link is
 * opened. The answer is the same when another person has verified the new address; only that person is
 * notified, by mail. Throws invalid_input beside the wrong field.
 */
export async function askEmailChange(
  uow: TenantlessUnitOfWork,
  given: { current_password: string; email: string },
): Promise<{ detail: string }> {
  const proven = await proveOwnPassword(uow, given.current_password, staffAccountSecurity(uow.actor))
  const email = normalizeEmail(given.email)
  if (proven.email === email) throw refuseFields({ email: [msg('That’s already your address.')] })
  await uow.transaction(async (ctx) => {
    const user = await holdUserWithPassword(ctx, proven.id, proven.passwordHash)
    if (user === null) throw refuse('conflict')
    const token = await issueToken(ctx, { purpose: 'change_email', email, userId: user.id })
    const owner = await findUserByEmail(ctx, email)
    // An unverified claim does not block the address. The claimant loses it when the link is opened.
    if (owner?.emailVerified) await notifyOwner(ctx, owner)
    else await mailLink(ctx, user, email, token)
    await warnPresentAddress(ctx, user, email)
    await auditPerson(ctx, user.homeAccountId, 'identity.ask-email-change', { type: 'user', id: user.id })
  })
  return { detail: `We sent a link to ${email}. Open it within 24 hours.` }
}

const mailLink = (ctx: BaseCtx, user: User, email: string, token: string) =>
  mailUser(ctx, { ...user, email }, 'identity.confirm-new-email', {
    subject: 'Confirm your new email address',
    preheader: 'One click and you log in with this address.',
    heading: 'Confirm your new email address',
    paragraphs: [`Someone asked to log in with ${email} from now on. If it was you, confirm the address.`],
    button: {
      label: 'Confirm address',
      url: `${ctx.app.config.appOrigin}/email-verification?token=${token}`,
    },
    afterword: ['The link works once, within 24 hours. If it wasn’t you, ignore this email.'],
  })

const notifyOwner = (ctx: BaseCtx, owner: User) =>
  mailUser(ctx, owner, 'identity.email-taken', {
    subject: 'You already have an account',
    preheader: 'Someone tried to use your address for another account.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone tried to use ${owner.email} for another account. You already have an account, and it wasn’t changed.`,
    ],
    afterword: ['If it wasn’t you, you can ignore this email.'],
  })

const warnPresentAddress = (ctx: BaseCtx, user: User, email: string) =>
  mailUser(ctx, user, 'identity.email-change-asked', {
    subject: 'Your email address is about to change',
    preheader: 'Someone with your password asked for this.',
    heading: 'Your email address is about to change',
    paragraphs: [
      `Someone with your password asked to log in with ${email} instead of ${user.email}. It changes when they open the link we sent there.`,
      `If it wasn’t you, set a new password now. That also stops the change.`,
    ],
    button: { label: 'Set a new password', url: `${ctx.app.config.appOrigin}/forgot-password` },
  })
