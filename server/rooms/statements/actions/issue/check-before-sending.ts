import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, runsByItself } from '../../../accounts/index.ts'
import { checkMailAddress } from '../../../email-addresses/index.ts'
import { readStatementCustomers } from '../../store/statement-customers.ts'
import { findStatementOfMail } from '../../store/statements.ts'

/**
 * Checks a statement just before it leaves. It is canceled when its address was marked since it was queued, and one of a run
 * also when statements were switched off. Its figures stay those of its closing moment.
 */
export async function checkStatementBeforeSending(ctx: Ctx, mailId: string): Promise<boolean> {
  const statement = await findStatementOfMail(ctx, mailId)
  if (statement === null || !(await checkMailAddress(ctx, mailId))) return false
  if (statement.run_id === null) return true
  if (!runsByItself(await readAccountRow(ctx), ctx.now)) return false
  const customers = await readStatementCustomers(ctx, [statement.customer_id])
  return customers.get(statement.customer_id)?.wantsStatements ?? false
}
