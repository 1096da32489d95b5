import type { z } from 'zod'
import type { planOfPayer } from '../../../../../contract/payments/plan-of-invoice.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { isShownToPayers, presentInstallments, settledOf } from '../../rules/present-plan.ts'
import { findChargingMethod, methodDisplay } from '../../store/charging-method.ts'
import { mayOpen } from '../confirm/open-own-proposal.ts'
import { mayUseStored } from '../confirm/read-offer.ts'
import { findLivePlan, payableParts } from './find-open-installment.ts'

/** Returns the live plan of an invoice for its payer; null without one. A proposal is shown once it was emailed, until its last day. */
export async function readPlanOfInvoice(
  ctx: Ctx,
  invoiceId: string,
): Promise<z.input<typeof planOfPayer> | null> {
  const plan = await findLivePlan(ctx, invoiceId)
  if (plan === null) return null
  const { row } = plan
  const today = await todayOf(ctx)
  if (!isShownToPayers(row, today)) return null
  // An accounting platform may have given the invoice to another customer.
  if (plan.invoices.find((one) => one.invoiceId === invoiceId)?.customerId !== row.customer_id) return null
  const isProposed = row.state === 'proposed'
  const method =
    row.charges_itself && mayUseStored(ctx.actor) ? await findChargingMethod(ctx, row.customer_id) : null
  const next = isProposed
    ? undefined
    : payableParts(plan, invoiceId).find(({ payableMinor }) => payableMinor > 0n)
  return {
    pk: row.id,
    state: row.state as 'proposed' | 'confirmed' | 'defaulted',
    confirm_by: isProposed ? row.expires_on : null,
    may_open: isProposed && (await mayOpen(ctx, plan)),
    payment_method: method && methodDisplay(method),
    installment_count: settledOf(plan).length,
    next: next ? { id: next.id, payable: formatAmount(next.payableMinor, row.currency) } : null,
    installments: presentInstallments(plan, today, invoiceId),
  }
}
