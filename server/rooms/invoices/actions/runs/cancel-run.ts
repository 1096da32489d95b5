import type { InvoiceRunReply } from '../../../../../contract/lists/invoice-runs.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { endRun, findRun } from '../../store/runs.ts'
import { presentRun } from './list-runs.ts'

/** Stops a run; what it did stays done. Throws not_found, and wrong_state when it has ended. */
export async function cancelRun(ctx: Ctx, id: string): Promise<InvoiceRunReply> {
  if ((await findRun(ctx, id)) === null) throw refuse('not_found')
  if (!(await endRun(ctx, id, 'canceled', null))) throw refuse('wrong_state', 'This has ended already.')
  await audit(ctx, 'invoices.cancel-run', { type: 'invoice_run', id })
  return presentRun((await findRun(ctx, id))!)
}
