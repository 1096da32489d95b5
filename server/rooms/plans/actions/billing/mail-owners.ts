import { PLAN_CURRENCY } from '../../../../../domain/accounts/plans.ts'
import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type MailFact, renderMail } from '../../../../platform/mail/layout.ts'
import { type MailToQueue, queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { ownersOf, readAccountRow } from '../../../accounts/index.ts'

const PRODUCT = 'Quittance'
const SAFE = 'Your data is kept, and your customers can still pay their invoices.'

/** Emails each owner, once for each invoice, that the card on file was refused. */
export async function mailUnpaid(
  ctx: Ctx,
  { ref, amountMinor }: { readonly ref: string; readonly amountMinor: bigint },
): Promise<void> {
  const amount = displayAmount(amountMinor, PLAN_CURRENCY)
  await mailOwners(ctx, `plan-unpaid.${ref}`, {
    subject: `Your payment of ${amount} to ${PRODUCT} failed`,
    paragraphs: [
      `We couldn’t charge the card on file for your ${PRODUCT} plan. Change the card or pay now to open your dashboard again.`,
      SAFE,
    ],
    button: `Pay ${amount}`,
  })
}

/** Emails each owner, once for each trial, that it ends soon and no plan is chosen. */
export async function mailTrialEnding(ctx: Ctx, endsAtMs: number): Promise<void> {
  const { timezone, dateFormat } = await readAccountRow(ctx)
  const day = formatDate(dateInZone(endsAtMs, timezone), dateFormat)
  await mailOwners(ctx, `trial-ending.${endsAtMs}`, {
    subject: `Your ${PRODUCT} trial ends on ${day}`,
    paragraphs: [
      `Choose a plan to keep working with your invoices after ${day}. You pay nothing before that day.`,
      SAFE,
    ],
    button: 'Choose a plan',
  })
}

interface Notice {
  readonly subject: string
  /** The subject when left out. */
  readonly heading?: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly MailFact[]
  /** Leads to the plan's page. */
  readonly button: string
  /** Address of the subscription. Without one each owner gets the notice. */
  readonly to?: string
  readonly attachments?: MailToQueue['attachments']
}

/** Emails a notice about the plan, once for each address and key. */
export async function mailOwners(
  ctx: Ctx,
  key: string,
  { subject, heading, paragraphs, facts, button, to: address, attachments }: Notice,
): Promise<void> {
  const { appOrigin } = ctx.app.config
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject,
    preheader: paragraphs[0] ?? '',
    heading: heading ?? subject,
    paragraphs,
    facts,
    button: { label: button, url: `${appOrigin}/settings/plan-billing` },
    allowedOrigins: [appOrigin],
  })
  for (const to of address ? [address] : await ownersOf(ctx))
    await queueMailOnce(ctx, `${key}.${to}`, {
      kind: 'plans.notice',
      to,
      fromName: PRODUCT,
      ...rendered,
      ...(attachments && { attachments }),
      related: { type: 'account', id: ctx.accountId },
    })
}
