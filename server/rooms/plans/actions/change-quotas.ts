import type { PlanQuota } from '../../../../domain/accounts/plan-quotas.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { setQuota } from '../store.ts'

/**
 * Caps what the account may have, or with null takes a cap away. What is there already stays, also above a cap: nothing
 * is added any more. For whoever runs the installation.
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
