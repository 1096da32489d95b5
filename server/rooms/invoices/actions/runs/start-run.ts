import type { contract } from '../../../../../contract/index.ts'
import type { InvoiceRunReply } from '../../../../../contract/lists/invoice-runs.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findRun, findRunOfRequest, insertRun, type RunInvoice } from '../../store/runs.ts'
import { checkActionRight } from './check-action-right.ts'
import { presentRun } from './list-runs.ts'
import { readSelection } from './read-selection.ts'

/**
 * Starts an action on the selected invoices. A used request_id returns its run. Refuses as `readSelection` and
 * `checkActionRight` do.
 */
export async function startRun(
  ctx: Ctx,
  request: InputOf<typeof contract.invoiceRuns.start>['body'],
): Promise<InvoiceRunReply> {
  const { action, note, request_id: requestId, ...selection } = request
  checkActionRight(ctx.actor, action)
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const before = await findRunOfRequest(ctx, requestId)
  if (before) return presentRun(before)
  const invoices = await readSelection(ctx, selection)
  if (invoices.length === 0) throw refuse('wrong_state', 'No invoice matches. Reload the list.')
  const invoiceIds = (action === 'remind' ? byCustomer(invoices) : invoices).map(({ id }) => id)
  const id = await insertRun(ctx, { action, note, requestId, invoiceIds, userId: ctx.actor.userId })
  if (id === null) return presentRun((await findRunOfRequest(ctx, requestId))!)
  await ctx.app.jobs.enqueue(ctx, 'invoices.run', { run: id })
  await audit(
    ctx,
    'invoices.start-run',
    { type: 'invoice_run', id },
    { chosen: action, invoices: invoices.length },
  )
  return presentRun((await findRun(ctx, id))!)
}

/** Puts the invoices of a customer one after another, because they are reminded of together. */
const byCustomer = (invoices: readonly RunInvoice[]): RunInvoice[] =>
  [...Map.groupBy(invoices, ({ customerId }) => customerId).values()].flat()
