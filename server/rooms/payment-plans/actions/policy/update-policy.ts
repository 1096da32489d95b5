import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { parseAmount } from '../../../../../domain/money/money.ts'
import { NUMBER_TEXT } from '../../../../../domain/parsing/form-fields.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { writePolicy } from '../../store/policy.ts'
import { readFee } from '../read-fee.ts'
import { readPolicy } from './read-policy.ts'

type Body = InputOf<typeof contract.paymentPlans.updatePolicy>['body']

/** Changes what customers may choose by themselves. Plans that were made stay as they are. */
export async function updatePolicy(ctx: Ctx, body: Body) {
  const account = await readAccountRow(ctx)
  const { currency } = account
  const minimum = parseAmount(body.min_amount.trim(), currency)
  if (!minimum.ok) throw refuseFields({ min_amount: [NUMBER_TEXT] })
  if (minimum.minor < 0n) throw refuseFields({ min_amount: ['Enter an amount that is not below 0.'] })
  await writePolicy(ctx, {
    customersMayChoose: body.customers_may_choose,
    minAmountMinor: minimum.minor,
    maxInstallments: body.max_installments,
    maxDays: body.max_days,
    downPaymentPercent: body.down_payment_percent,
    intervals: [...new Set(body.intervals)],
    graceDays: body.grace_days,
    feeMinor: readFee(body.fee, account),
  })
  await audit(ctx, 'payment-plans.change-policy', { type: 'payment_plan_policy', id: null }, { ...body })
  return readPolicy(ctx)
}
