import { type CalendarDate, compareDates } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { currentConsent, type MethodProblem, readMethod, readMethodCheck } from '../../../payments/index.ts'
import { payableMinor } from '../../rules/amounts.ts'
import { noticeHorizon } from '../../rules/plan.ts'
import { type CoveredInvoice, coveredOf, coveredOfInvoices } from '../../store/covered.ts'

/** Returns what keeps the method of each invoice from being charged; without those that can be. */
export async function findProblems(
  ctx: Ctx,
  invoices: readonly CoveredInvoice[],
): Promise<ReadonlyMap<string, MethodProblem>> {
  const found = new Map<string, MethodProblem>()
  if (invoices.length === 0) return found
  const [check, today] = await Promise.all([readMethodCheck(ctx), todayOf(ctx)])
  for (const one of invoices) {
    const problem = await check(one, chargedOn(one.dueDate, today), {
      id: one.id,
      number: one.number,
      currency: one.currency,
      payable: { minor: payableMinor(one), currency: one.currency },
      depositTo: 'operating',
      today,
    })
    if (problem !== null) found.set(one.id, problem)
  }
  return found
}

/** A charge that is announced now has to work on its day; a later one may still get a new card. */
const chargedOn = (dueDate: CalendarDate, today: CalendarDate): CalendarDate =>
  compareDates(dueDate, today) > 0 && compareDates(dueDate, noticeHorizon(today)) <= 0 ? dueDate : today

/** Returns which of these invoices will be charged automatically. */
export async function coveredAmong(ctx: Ctx, invoiceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const invoices = await coveredOfInvoices(ctx, invoiceIds)
  const problems = await findProblems(ctx, invoices)
  return new Set(invoices.map(({ id }) => id).filter((id) => !problems.has(id)))
}

/**
 * Returns what keeps the method of a customer's consent from being charged: for any invoice, or for each of those that it would be
 * charged for; null without a consent.
 */
export async function findProblemOfCustomer(ctx: Ctx, customerId: string): Promise<MethodProblem | null> {
  const consent = await currentConsent(ctx, customerId)
  const method = consent && (await readMethod(ctx, customerId, consent.stored_method_id))
  if (!method) return null
  const problem = await (await readMethodCheck(ctx))(method, await todayOf(ctx), null)
  if (problem !== null) return problem
  const invoices = await coveredOf(ctx, customerId, MAX_READ)
  const problems = await findProblems(ctx, invoices)
  return invoices.length > 0 && problems.size === invoices.length ? [...problems.values()][0]! : null
}

const MAX_READ = 50
