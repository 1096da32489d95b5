import type { StatementRunReply } from '../../../../../contract/statements/sending.ts'
import { audit } from '../../../../platform/audit.ts'
import { consumeRateLimitWith } from '../../../../platform/auth/rate-limit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { presentRun } from '../../rules/present-run.ts'
import { findRun, insertRun } from '../../store/runs.ts'
import { countStatementCustomers } from '../../store/statement-customers.ts'
import { checkRun, type RunBody } from './check-run.ts'

const DAY_S = 86_400
const MAX_A_DAY = 50

/**
 * Starts to send the statements of a period to all customers who want them; those that were issued for the period are left out.
 * Refuses wrong_state while another run for the period is going on, too_many_requests, and messages beside `from` and `to`.
 */
export async function startRun(ctx: Ctx, body: RunBody): Promise<StatementRunReply> {
  const sending = await checkRun(ctx, body)
  await consumeRateLimitWith(ctx, {
    key: `statement runs of ${ctx.accountId}`,
    turns: 1,
    limit: MAX_A_DAY,
    windowSeconds: DAY_S,
    detail: `You can send statements to all customers ${MAX_A_DAY} times a day.`,
  })
  const id = await insertRun(ctx, 'staff', sending, await countStatementCustomers(ctx))
  if (id === null)
    throw refuse(
      'wrong_state',
      'Statements of this period are being sent. Wait until that is done, or stop it.',
    )
  await ctx.app.jobs.enqueue(ctx, 'statements.run', { run: id })
  await audit(ctx, 'statements.start-run', { type: 'statement_run', id }, { from: body.from, to: body.to })
  return presentRun((await findRun(ctx, id))!)
}
