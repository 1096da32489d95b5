import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { issueCode } from '../../../identity/index.ts'
import { mailInCompanysName, maskEmail } from '../../../portal/index.ts'
import { findEntryAddress } from './find-entry-address.ts'

const QUARTER_HOUR_S = 15 * 60
const MOST = 5
const DAY_S = 86_400
/** Over all links of a customer, so that a code can't be guessed by asking for many. */
const MOST_A_DAY = 20

/**
 * Mails a code to the customer's own address, which opens the portal for the holder of a pay link. Throws too_many_requests,
 * and wrong_state without an address, for a login that was ended, and for a portal session, which needs no code.
 */
export async function sendPortalCode(uow: UnitOfWork): Promise<{ detail: string; sent_to: string }> {
  const { actor } = uow
  if (actor.kind !== 'pay_link') throw refuse('wrong_state', msg('You’re already logged in.'))
  await consumeRateLimit(uow.app, `portal code ${actor.customerId}`, MOST, QUARTER_HOUR_S)
  await consumeRateLimit(uow.app, `portal codes of a day ${actor.customerId}`, MOST_A_DAY, DAY_S)
  const sentTo = await uow.transaction((ctx) => sendCode(ctx, actor))
  return { detail: 'We sent you a code.', sent_to: maskEmail(sentTo) }
}

async function sendCode(ctx: Ctx, actor: { customerId: string; sessionId: string }): Promise<string> {
  const email = await findEntryAddress(ctx, actor.customerId)
  const code = await issueCode(ctx, {
    purpose: 'pay_link_portal',
    email,
    accountId: ctx.accountId,
    subjectId: actor.sessionId,
  })
  const about = { kind: 'portal.log-in-code', related: { type: 'customer', id: actor.customerId } }
  await mailInCompanysName(ctx, email, about, ({ company, t }) => ({
    subject: t('{code} is your code for {company}', { code, company }),
    preheader: t('Enter it to see all your invoices.'),
    heading: t('Your code'),
    paragraphs: [t('Enter this code to see all your invoices from {company}.', { company })],
    figure: { label: t('Code'), value: code, note: t('Works for 10 minutes') },
    afterword: [t('If you didn’t ask for it, ignore this email. Don’t share the code.')],
  }))
  await audit(ctx, 'portal.send-log-in-code', { type: 'customer', id: actor.customerId })
  return email
}
