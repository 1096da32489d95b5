import { sumMinor } from '../../../../domain/money/money.ts'
import type { PlanWhole } from '../rules/plan-whole.ts'
import { feeOf, settledOf } from '../rules/present-plan.ts'
import { numbersOf } from './describe-plan.ts'

/** Returns what mails say of a plan: the installments that are still to be paid. */
export function planFacts(plan: PlanWhole) {
  const open = settledOf(plan).filter(({ openMinor }) => openMinor > 0n)
  return {
    invoiceNumbers: numbersOf(plan),
    currency: plan.row.currency,
    totalMinor: sumMinor(open.map(({ openMinor }) => openMinor)),
    feeMinor: feeOf(plan),
    installments: open.map(({ dueOn, openMinor }) => ({ dueOn, amountMinor: openMinor })),
  }
}
