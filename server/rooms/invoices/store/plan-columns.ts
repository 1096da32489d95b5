import { sql } from 'kysely'
import type { PaymentPlanState } from '../../../../domain/payment-plans/plan-terms.ts'
import type { Ctx } from '../../../platform/context.ts'

/** The live payment plan of an invoice; nulls without one. */
export interface PlanColumns {
  readonly plan_id: string | null
  readonly plan_state: PaymentPlanState | null
}

export const planColumns = sql`pp.id as plan_id, pp.state as plan_state`

/** Joins the live payment plan of invoices `i`. */
export const planJoin = sql`
  left join payment_plan_invoices pv on pv.account_id = i.account_id and pv.invoice_id = i.id and pv.is_live
  left join payment_plans pp on pp.account_id = pv.account_id and pp.id = pv.plan_id`

/** True while an invoice is on a plan that its customer confirmed. Under the receivable's lock it stays so. */
export async function isOnConfirmedPlan(ctx: Ctx, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_plan_invoices v join payment_plans p on p.account_id = v.account_id and p.id = v.plan_id
    where v.account_id = ${ctx.accountId} and v.invoice_id = ${invoiceId} and v.is_live and p.state <> 'proposed'`.execute(
    ctx.db,
  )
  return rows.length > 0
}
