import type { PlanName } from '../../../../../domain/accounts/plans.ts'
import type { Subscription } from '../../../../../domain/accounts/subscription.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { BillingSummary } from '../../rules.ts'
import { changeSettings, readAccountRow } from '../../store/accounts.ts'

interface Billed extends Subscription {
  readonly plan: PlanName
  readonly summary: BillingSummary
  readonly canceledAtMs: number | null
}

/** Notes what the seller of plans reported. Returns the former status and plan. */
export async function setBilling(
  ctx: Ctx,
  { status, trialEndsAtMs, plan, summary, canceledAtMs }: Billed,
): Promise<{ readonly status: Subscription['status']; readonly plan: PlanName | null }> {
  const before = await readAccountRow(ctx)
  await changeSettings(ctx, {
    ...(status !== before.subscription.status && { subscription_since: asDate(ctx.now) }),
    subscription_status: status,
    trial_ends_at: status === 'trialing' ? asDate(trialEndsAtMs ?? ctx.now) : null,
    canceled_at: canceledAtMs === null ? null : asDate(canceledAtMs),
    is_billed: true,
    plan,
    billing: JSON.stringify(summary),
  })
  return { status: before.subscription.status, plan: before.plan }
}
