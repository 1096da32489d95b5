import { smallerMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { settledOf } from '../../rules/present-plan.ts'
import { findPlan, livePlansOf } from '../../store/plans.ts'

/** The unpaid share of an invoice in an installment. Minor units. */
export interface OpenInstallment {
  readonly id: string
  readonly number: number
  readonly openMinor: bigint
  /** Part that payments under way leave open: they settle the earliest installments first. */
  readonly payableMinor: bigint
}

/**
 * Returns an installment that an invoice’s confirmed or defaulted plan still asks for; null for one that is paid, unknown or of
 * another invoice. `ownMinor` is reserved by attempts that the payer gives up. Under the receivable's lock the answer holds until the transaction ends.
 */
export async function findOpenInstallment(
  ctx: Ctx,
  invoiceId: string,
  installmentId: string,
  ownMinor = 0n,
): Promise<OpenInstallment | null> {
  const plan = await findLivePlan(ctx, invoiceId)
  if (plan === null || plan.row.state === 'proposed') return null
  const found = payableParts(plan, invoiceId, ownMinor).find(({ id }) => id === installmentId.toLowerCase())
  return found && found.openMinor > 0n ? found : null
}

/** Returns the shares of an invoice in its plan's installments, with what payments under way leave of each. */
export function payableParts(plan: PlanWhole, invoiceId: string, ownMinor = 0n): OpenInstallment[] {
  const invoice = plan.invoices.find((one) => one.invoiceId === invoiceId.toLowerCase())
  let underWay = (invoice?.reservedMinor ?? 0n) - ownMinor
  return settledOf(plan).map(({ id, number, parts }) => {
    const openMinor = parts.find((one) => one.invoiceId === invoice?.invoiceId)?.openMinor ?? 0n
    const taken = smallerMinor(openMinor, underWay)
    underWay -= taken
    return { id, number, openMinor, payableMinor: openMinor - taken }
  })
}

/** Returns the proposed, confirmed or defaulted plan of an invoice; null without one. */
export async function findLivePlan(ctx: Ctx, invoiceId: string): Promise<PlanWhole | null> {
  const [live] = await livePlansOf(ctx, [invoiceId])
  return live ? findPlan(ctx, live.planId) : null
}
