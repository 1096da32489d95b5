import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { consentById, readMethod, readMethodCheck } from '../../../payments/index.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { coveredInvoice } from '../../store/covered.ts'
import { deleteProblem, type ReportedProblem, selectProblems } from '../../store/problems.ts'
import { findProblems } from './find-problems.ts'
import { problemTaskKey } from './report-problem.ts'

const PAGE = 200

/** Ends the reported problems that are gone: the method can be charged again, or the consent has ended. Closes their tasks. */
export async function endProblems(uow: UnitOfWork): Promise<void> {
  for (let after: string | null = null; ; ) {
    const page: ReportedProblem[] = await uow.transaction((ctx) => selectProblems(ctx, after, PAGE))
    for (const one of page) await uow.transaction((ctx) => endIfGone(ctx, one))
    if (page.length < PAGE) return
    after = page.at(-1)!.consent_id
  }
}

async function endIfGone(ctx: Ctx, { consent_id, invoice_id }: ReportedProblem): Promise<void> {
  const outcome = await outcomeOf(ctx, consent_id, invoice_id)
  if (outcome === null) return
  await deleteProblem(ctx, consent_id)
  await closeTasks(ctx, { keys: [problemTaskKey(consent_id)], outcome })
}

/** Returns how the problem ended; null while it has not. */
async function outcomeOf(ctx: Ctx, consentId: string, invoiceId: string): Promise<string | null> {
  const consent = await consentById(ctx, consentId)
  if (consent?.withdrawn_at !== null)
    return consent?.withdrawn_because === 'replaced'
      ? 'The customer chose another method for automatic payments.'
      : 'Automatic payments with this method are off.'
  const method = await readMethod(ctx, consent.customer_id, consent.stored_method_id)
  if (!method) return 'Automatic payments with this method are off.'
  const one = await coveredInvoice(ctx, invoiceId)
  const problem = one
    ? (await findProblems(ctx, [one])).get(one.id)
    : await (await readMethodCheck(ctx))(method, await todayOf(ctx), null)
  return problem == null ? 'The payment method can be charged again.' : null
}
