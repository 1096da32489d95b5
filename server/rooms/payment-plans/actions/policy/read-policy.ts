import { type CurrencyCode, formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { type Policy, readPolicyRow } from '../../store/policy.ts'

/** Returns the account's policy in the API's shape. */
export async function readPolicy(ctx: Ctx) {
  const policy = showPolicy(await readPolicyRow(ctx), (await readAccountRow(ctx)).currency)
  return { ...policy, today: await todayOf(ctx) }
}

const showPolicy = (policy: Policy, currency: CurrencyCode) => ({
  customers_may_choose: policy.customersMayChoose,
  min_amount: formatAmount(policy.minAmountMinor, currency),
  max_installments: policy.maxInstallments,
  max_days: policy.maxDays,
  down_payment_percent: policy.downPaymentPercent,
  intervals: [...policy.intervals],
  grace_days: policy.graceDays,
  fee: formatAmount(policy.feeMinor, currency),
})
