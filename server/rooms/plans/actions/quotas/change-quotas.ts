import type { PlanQuota } from '../../../../../domain/accounts/plan-quotas.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { setQuota } from '../../store/quotas.ts'

/**
 * Sets or, with null, removes caps of the account, for the operator of the installation. Existing records
 * above a new cap stay; only additions are refused.
 */
export async function changeQuotas(
  ctx: Ctx,
  changes: Readonly<Partial<Record<PlanQuota, number | null>>>,
): Promise<void> {
  const given = Object.entries(changes) as [PlanQuota, number | null][]
  for (const [quota, most] of given) await setQuota(ctx, quota, most)
  const changed = given.map(([quota, most]) => `${quota} ${most ?? 'without a cap'}`).join(', ')
  await audit(ctx, 'plans.change-quotas', { type: 'account', id: ctx.accountId }, { changed })
}
