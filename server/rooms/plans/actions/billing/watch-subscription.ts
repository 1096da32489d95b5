import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { selectSubscription } from '../../store/subscriptions.ts'
import { mailTrialEnding } from './mail-owners.ts'
import { refreshBilling } from './refresh-billing.ts'

/** Owners are notified this long before a trial ends without a plan. */
const NOTICE_MS = 3 * DAY_MS

/** Sends the notice before a trial ends, and reads the subscription again where a month has ended or is unpaid. */
export async function watchSubscription(uow: UnitOfWork): Promise<void> {
  if (uow.app.billing === null) return
  const isDue = await uow.transaction(async (ctx) => {
    const endsAtMs = await ownTrialEnd(ctx)
    if (endsAtMs !== null && endsAtMs > ctx.now && endsAtMs - NOTICE_MS <= ctx.now)
      await mailTrialEnding(ctx, endsAtMs)
    const row = await selectSubscription(ctx)
    return row !== null && needsRead(ctx.now, row)
  })
  if (isDue) await refreshBilling(uow)
}

const needsRead = (
  now: number,
  row: { readonly period_ends_at: Date | null; readonly unpaid_ref: string | null },
): boolean => row.unpaid_ref !== null || (row.period_ends_at !== null && row.period_ends_at.getTime() <= now)

/** End of a trial without a subscription; null in any other state. */
async function ownTrialEnd(ctx: Ctx): Promise<number | null> {
  const { subscription, billing } = await readAccountRow(ctx)
  return subscription.status === 'trialing' && billing === null ? subscription.trialEndsAtMs : null
}

/**
 * The notice before a trial ends, or the end of the paid month. Notifications come sooner; without any, an unpaid
 * subscription is read again after a day and one that was not renewed after an hour.
 */
export const nextWatch = (uow: UnitOfWork): Promise<number | null> =>
  uow.transaction(async (ctx) => {
    if (ctx.app.billing === null) return null
    const endsAtMs = await ownTrialEnd(ctx)
    const notice = endsAtMs === null || endsAtMs - NOTICE_MS <= ctx.now ? null : endsAtMs - NOTICE_MS
    const row = await selectSubscription(ctx)
    const { subscription } = await readAccountRow(ctx)
    const isOver = subscription.status === 'canceled' || subscription.status === 'unpaid'
    if (row?.period_ends_at == null || isOver) return notice
    const end = row.period_ends_at.getTime()
    if (row.unpaid_ref !== null) return ctx.now + DAY_MS
    return end > ctx.now ? end : ctx.now + HOUR_MS
  })
