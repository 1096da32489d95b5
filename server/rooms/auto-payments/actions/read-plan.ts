import type { AutoPaymentsStop, PlannedCharge } from '../../../../contract/payments/auto-payments.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow, runsByItself } from '../../accounts/index.ts'
import { hasOpenDispute } from '../../answers/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { readInvoiceFacts } from '../../invoices/index.ts'
import { currentConsent, methodText, readSettings } from '../../payments/index.ts'
import { payableMinor, totalMinor } from '../rules/amounts.ts'
import { chargeDate, timingOf } from '../rules/plan.ts'
import { type CoveredInvoice, coveredInvoice, coveredOf } from '../store/covered.ts'
import { findStop } from './find-stop.ts'
import { findProblems } from './problems/find-problems.ts'

const MAX_SHOWN = 50

/** Returns the planned charge of an invoice, and what stops automatic payments; null when nothing does. Refuses not_found. */
export async function readPlanOfInvoice(
  ctx: Ctx,
  invoiceId: string,
): Promise<{ planned: PlannedCharge | null; stopped_by: AutoPaymentsStop | null }> {
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (!invoice) throw refuse('not_found')
  const one = await coveredInvoice(ctx, invoiceId)
  const hasProblem = one !== null && (await findProblems(ctx, [one])).size > 0
  const [planned] = one ? await planOf(ctx, invoice.customerId, [one]) : []
  const agreed = (await currentConsent(ctx, invoice.customerId)) !== null
  const stop = agreed ? await findStopOfInvoice(ctx, invoice) : null
  return { planned: planned ?? null, stopped_by: stop ?? (hasProblem ? 'method' : null) }
}

/** Returns what stops the charge of an invoice: a dispute of it, or what stops those of its customer. */
const findStopOfInvoice = async (ctx: Ctx, { id, customerId }: { id: string; customerId: string }) =>
  (await hasOpenDispute(ctx, id)) ? 'dispute' : findStop(ctx, customerId)

/** Returns the planned charges of a customer's invoices, the next one first. */
export const readPlan = async (ctx: Ctx, customerId: string): Promise<PlannedCharge[]> =>
  planOf(ctx, customerId, await coveredOf(ctx, customerId, MAX_SHOWN))

async function planOf(
  ctx: Ctx,
  customerId: string,
  invoices: readonly CoveredInvoice[],
): Promise<PlannedCharge[]> {
  if (invoices.length === 0) return []
  const [{ surchargePpm }, account, customer] = await Promise.all([
    readSettings(ctx),
    readAccountRow(ctx),
    readCustomer(ctx, customerId),
  ])
  // A customer without an email address gets no notice and is not charged.
  if (!runsByItself(account, ctx.now) || addressesOf(customer).length === 0) return []
  const { timezone } = account
  const problems = await findProblems(ctx, invoices)
  return invoices
    .filter((one) => payableMinor(one) > 0n && !problems.has(one.id))
    .map((one) => ({
      invoice: { pk: one.id, number: one.number },
      method_display: methodText(one.type, one.brand, one.last4),
      amount: formatAmount(totalMinor(one, surchargePpm), one.currency),
      currency: one.currency,
      on: chargeDate(timingOf(one), ctx.now, timezone),
    }))
}
