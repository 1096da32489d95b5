import type { contract } from '../../../../../contract/index.ts'
import type { InvoiceRunReply } from '../../../../../contract/lists/invoice-runs.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { markDue } from '../../../../platform/due-work/mark-due.ts'
import { hashOf } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findRun, findRunOfRequest, insertRun, type RunInvoice } from '../../store/runs.ts'
import type { InvoiceRunRow } from '../../tables.ts'
import { checkActionRight } from './check-action-right.ts'
import { presentRun } from './list-runs.ts'
import { mostOf, readSelection } from './read-selection.ts'

/**
 * Starts an action on the selected invoices. A used request_id returns its run. Refuses request_id_reused for another request, and as
 * `readSelection` and `checkActionRight` do.
 */
export async function startRun(
  ctx: Ctx,
  request: InputOf<typeof contract.invoiceRuns.start>['body'],
): Promise<InvoiceRunReply> {
  const { action, note, request_id: requestId, ...selection } = request
  checkActionRight(ctx.actor, action)
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const requestHash = hashOf({ action, note, ...selection })
  const before = await findRunOfRequest(ctx, requestId)
  if (before) return presentSame(before, requestHash)
  const invoices = await readSelection(ctx, selection, mostOf(action))
  if (invoices.length === 0) throw refuse('wrong_state', 'No invoice matches. Reload the list.')
  const invoiceIds = (action === 'remind' ? byCustomer(invoices) : invoices).map(({ id }) => id)
  const keptUntilMs = action === 'pdfs' ? ctx.now + DAY_MS : null
  const id = await insertRun(ctx, {
    action,
    note,
    requestId,
    requestHash,
    invoiceIds,
    userId: ctx.actor.userId,
    keptUntilMs,
  })
  if (id === null) return presentSame((await findRunOfRequest(ctx, requestId))!, requestHash)
  if (keptUntilMs !== null) await markDue(ctx, 'invoices.delete-run-pdfs', id, keptUntilMs)
  await ctx.app.jobs.enqueue(ctx, 'invoices.run', { run: id })
  await audit(
    ctx,
    'invoices.start-run',
    { type: 'invoice_run', id },
    { chosen: action, invoices: invoices.length },
  )
  return presentRun((await findRun(ctx, id))!)
}

function presentSame(run: InvoiceRunRow, requestHash: Buffer): InvoiceRunReply {
  if (run.request_hash?.equals(requestHash) === false) throw refuse('request_id_reused')
  return presentRun(run)
}

/** Puts the invoices of a customer one after another, because they are reminded of together. */
const byCustomer = (invoices: readonly RunInvoice[]): RunInvoice[] =>
  [...Map.groupBy(invoices, ({ customerId }) => customerId).values()].flat()
