import type { StatementRunReply } from '../../../../../contract/statements/sending.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { presentRun } from '../../rules/present-run.ts'
import { endRun, findRun } from '../../store/runs.ts'

/** Stops a run; what was sent stays sent. Refuses not_found, and wrong_state when it has ended. */
export async function cancelRun(ctx: Ctx, id: string): Promise<StatementRunReply> {
  const run = await findRun(ctx, id)
  if (run === null) throw refuse('not_found')
  if (!(await endRun(ctx, id, 'canceled', null))) throw refuse('wrong_state', 'This has ended already.')
  const detail = { from: run.period_from, to: run.period_to }
  await audit(ctx, 'statements.cancel-run', { type: 'statement_run', id }, detail)
  return presentRun((await findRun(ctx, id))!)
}
