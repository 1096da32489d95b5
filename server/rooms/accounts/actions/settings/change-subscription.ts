import { type SubscriptionStatus, TRIAL_DAYS } from '../../../../../domain/accounts/subscription.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changeSettings, readAccountRow } from '../../store/accounts.ts'

/**
 * Sets the status of the account's subscription; a trial ends after `trialDays`. For the operator of the
 * installation.
 */
export async function changeSubscription(
  ctx: Ctx,
  { status, trialDays = TRIAL_DAYS }: { status: SubscriptionStatus; trialDays?: number | undefined },
): Promise<void> {
  const before = (await readAccountRow(ctx)).subscription.status
  await changeSettings(ctx, {
    subscription_status: status,
    subscription_since: asDate(ctx.now),
    is_billed: false,
    canceled_at: status === 'canceled' ? asDate(ctx.now) : null,
    trial_ends_at: status === 'trialing' ? asDate(ctx.now + trialDays * DAY_MS) : null,
  })
  await audit(
    ctx,
    'accounts.change-subscription',
    { type: 'account', id: ctx.accountId },
    { from: before, to: status },
  )
}
