import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { audit } from '../../../../platform/audit.ts'
import { payLinkOrigin } from '../../../../platform/config.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { portalOriginOf } from '../../../accounts/index.ts'
import { insertLink, type LinkHolder } from '../../store/links.ts'
import { lockPlan } from '../../store/plans.ts'
import { describePlan } from '../describe-plan.ts'

const LIFE_MS = 90 * DAY_MS
const NO_HOLDER: LinkHolder = { portalUserId: null, payLinkId: null }

/**
 * Issues a link by which a plan is confirmed and, after that, seen. Its secret can’t be shown again. `mayCharge`: its holder may agree
 * to automatic charges. `holder`: the payer whose access ends it.
 */
export async function issueLink(
  ctx: Ctx,
  planId: string,
  { mayCharge = true, holder = NO_HOLDER }: { mayCharge?: boolean; holder?: LinkHolder } = {},
): Promise<{ url: string; expiresAt: number }> {
  const expiresAt = ctx.now + LIFE_MS
  const token = await insertLink(ctx, planId, { expiresAt, mayCharge, holder })
  const origin = payLinkOrigin(ctx.app.config, await portalOriginOf(ctx))
  return { url: `${origin}/confirm-payment-plan?token=${token}`, expiresAt }
}

/** Creates a link for staff to hand over themselves. Refuses not_found and wrong_state. */
export async function createLink(ctx: Ctx, planId: string) {
  const plan = await lockPlan(ctx, planId)
  if (plan === null) throw refuse('not_found')
  if (plan.state !== 'proposed') throw refuse('wrong_state', 'This plan is no longer a proposal.')
  const { url, expiresAt } = await issueLink(ctx, planId)
  await audit(
    ctx,
    'payment-plans.create-link',
    { type: 'payment_plan', id: planId },
    await describePlan(ctx, planId),
  )
  return { url, expires_at: new Date(expiresAt).toISOString() }
}
