import type { PlanInterval } from '../../../../domain/payment-plans/plan-terms.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Limits of plans that customers choose by themselves, and what follows a missed installment. Amounts in minor units. */
export interface Policy {
  readonly customersMayChoose: boolean
  readonly minAmountMinor: bigint
  readonly maxInstallments: number
  readonly maxDays: number
  readonly downPaymentPercent: number
  readonly intervals: readonly PlanInterval[]
  readonly graceDays: number
  /** Fee of a plan that a customer chooses, in the account's currency; zero for none. */
  readonly feeMinor: bigint
}

/** An account without a policy of its own. */
const DEFAULT: Policy = {
  customersMayChoose: false,
  minAmountMinor: 0n,
  maxInstallments: 6,
  maxDays: 183,
  downPaymentPercent: 20,
  intervals: ['monthly'],
  graceDays: 5,
  feeMinor: 0n,
}

export async function readPolicyRow(ctx: Ctx): Promise<Policy> {
  const row = await ctx.db
    .selectFrom('payment_plan_policies')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirst()
  if (!row) return DEFAULT
  return {
    customersMayChoose: row.customers_may_choose,
    minAmountMinor: row.min_amount_minor,
    maxInstallments: row.max_installments,
    maxDays: row.max_days,
    downPaymentPercent: row.down_payment_percent,
    intervals: row.intervals,
    graceDays: row.grace_days,
    feeMinor: row.fee_minor,
  }
}

export async function writePolicy(ctx: Ctx, policy: Policy): Promise<void> {
  const columns = {
    customers_may_choose: policy.customersMayChoose,
    min_amount_minor: policy.minAmountMinor,
    max_installments: policy.maxInstallments,
    max_days: policy.maxDays,
    down_payment_percent: policy.downPaymentPercent,
    intervals: [...policy.intervals],
    grace_days: policy.graceDays,
    fee_minor: policy.feeMinor,
  }
  await ctx.db
    .insertInto('payment_plan_policies')
    .values({ account_id: ctx.accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
}
