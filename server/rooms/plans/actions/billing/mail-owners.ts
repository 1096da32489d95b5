import { PLAN_CURRENCY } from '../../../../../domain/accounts/plans.ts'
import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMailOnce } from '../../../../platform/mail/outbox.ts'
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

async function mailOwners(
  ctx: Ctx,
  key: string,
  { subject, paragraphs, button }: { subject: string; paragraphs: string[]; button: string },
): Promise<void> {
  const { appOrigin } = ctx.app.config
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject,
    preheader: paragraphs[0] ?? '',
    heading: subject,
    paragraphs,
    button: { label: button, url: `${appOrigin}/settings/plan-billing` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx))
    await queueMailOnce(ctx, `${key}.${to}`, {
      kind: 'plans.notice',
      to,
      fromName: PRODUCT,
      ...rendered,
      related: { type: 'account', id: ctx.accountId },
    })
}
