import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { issueCode } from '../../../identity/index.ts'
import { maskEmail } from '../../rules.ts'
import { mailInCompanysName } from '../invite/mail-in-companys-name.ts'

const MOST = 5
const WINDOW_S = 15 * 60
const DAY_S = 86_400
/** Over all links of a customer, so that a code can't be guessed by asking for many. */
const MOST_A_DAY = 20

/**
 * Mails a code to the customer's own address, even if the link was forwarded. The code unlocks stored
 * payment methods for the pay link session. Throws wrong_state without an address, or for a portal session,
 * which needs no code.
 */
export async function sendPayLinkCode(uow: UnitOfWork): Promise<{ detail: string; sent_to: string }> {
  const { actor } = uow
  if (actor.kind !== 'pay_link')
    throw refuse('wrong_state', msg('You’re already logged in. You don’t need a code.'))
  await consumeRateLimit(uow.app, `pay link code ${actor.payLinkId}`, MOST, WINDOW_S)
  await consumeRateLimit(uow.app, `pay link codes of a day ${actor.customerId}`, MOST_A_DAY, DAY_S)
  const sentTo = await uow.transaction((ctx) => sendCode(ctx, actor))
  return { detail: 'We sent you a code.', sent_to: maskEmail(sentTo) }
}

async function sendCode(ctx: Ctx, actor: { customerId: string; sessionId: string }): Promise<string> {
  const [email] = await listCustomerAddresses(ctx, actor.customerId)
  if (email === undefined) {
    throw refuse(
      'wrong_state',
      msg('We have no email address to send a code to. Pay with a new method instead.'),
    )
  }
  const code = await issueCode(ctx, {
    purpose: 'pay_link_code',
    email,
    accountId: ctx.accountId,
    subjectId: actor.sessionId,
  })
  const about = { kind: 'portal.pay-link-code', related: { type: 'customer', id: actor.customerId } }
  await mailInCompanysName(ctx, email, about, ({ company, t }) => ({
    subject: t('{code} is your code', { code }),
    preheader: t('Enter it to pay {company} with a stored payment method.', { company }),
    heading: t('Your code'),
    paragraphs: [
      t('Enter this code on the payment page of {company} to use a stored payment method.', { company }),
    ],
    figure: { label: t('Code'), value: code, note: t('Works for 10 minutes') },
    afterword: [t('If you didn’t ask for it, ignore this email. Don’t share the code.')],
  }))
  await audit(ctx, 'portal.send-pay-link-code', { type: 'session', id: actor.sessionId })
  return email
}
