import { smallerMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { settledOf } from '../../rules/present-plan.ts'
import { findPlan, livePlansOf } from '../../store/plans.ts'

/** The share of an invoice in an installment, as far as it is not paid. Minor units. */
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
  const [live] = await livePlansOf(ctx, [invoiceId])
  const plan = live ? await findPlan(ctx, live.planId) : null
  if (plan === null || plan.row.state === 'proposed') return null
  const invoice = plan.invoices.find((one) => one.invoiceId === invoiceId.toLowerCase())
  let underWay = (invoice?.reservedMinor ?? 0n) - ownMinor
  for (const { id, number, parts } of settledOf(plan)) {
    const openMinor = parts.find((one) => one.invoiceId === invoice?.invoiceId)?.openMinor ?? 0n
    const taken = smallerMinor(openMinor, underWay)
    underWay -= taken
    if (id === installmentId.toLowerCase())
      return openMinor === 0n ? null : { id, number, openMinor, payableMinor: openMinor - taken }
  }
  return null
}
