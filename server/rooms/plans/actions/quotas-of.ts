import type { PlanQuota } from '../../../../domain/plan-quotas.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectQuotas } from '../store.ts'

/** The caps of the account that the transaction is in. What isn't in there is not capped. */
export const quotasOf = (ctx: Ctx): Promise<Partial<Record<PlanQuota, number>>> => selectQuotas(ctx)
