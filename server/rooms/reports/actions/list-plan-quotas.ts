import type { reports } from '../../../../contract/reports/reports.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { PLAN_QUOTA_NAMES, PLAN_QUOTAS, type PlanQuota } from '../../../../domain/accounts/plan-quotas.ts'
import type { Ctx } from '../../../platform/context.ts'
import { countAllInvoices } from '../../invoices/index.ts'
import { quotasOf } from '../../plans/index.ts'
import { countClientsToBe, countManagersToBe } from '../../team/index.ts'

const COUNT: Record<PlanQuota, (ctx: Ctx) => Promise<number>> = {
  MAX_INVOICES: countAllInvoices,
  MAX_ADMIN_USERS: countManagersToBe,
  MAX_SUB_ACCOUNTS: countClientsToBe,
}

/** Returns the caps of the account's plan with the current usage, counted as where records are added. */
export async function listPlanQuotas(ctx: Ctx): Promise<HandlerReplyOf<typeof reports.planQuotas>> {
  const quotas = await quotasOf(ctx)
  const shown = PLAN_QUOTA_NAMES.map(async (codename) => ({
    codename,
    ...PLAN_QUOTAS[codename],
    is_boolean: false,
    value: quotas[codename] ?? null,
    used: await COUNT[codename](ctx),
  }))
  return { plan_quotas: await Promise.all(shown) }
}
