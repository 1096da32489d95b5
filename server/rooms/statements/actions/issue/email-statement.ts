import type { StatementQuery } from '../../../../../contract/statements/statements.ts'
import { isEmptyStatement } from '../../../../../domain/statements/build-statement.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { lockStatementCustomers } from '../../store/statement-customers.ts'
import { selectIssued } from '../../store/statements.ts'
import { readStatement } from '../read/read-statement.ts'
import { issueStatements } from './issue-statements.ts'
import { mailStatements } from './mail-statements.ts'

/**
 * Emails a customer's statement, also when their switch is off, because a person asked for it. One that was issued for the
 * period before is sent as it was, and only with `again`. Refuses what `readStatement` refuses, too_many_requests,
 * statement_sent, and wrong_state when nothing can be sent.
 */
export async function emailStatement(
  ctx: Ctx,
  customerId: string,
  { again, ...query }: StatementQuery & { readonly again: boolean },
) {
  const customer = (await lockStatementCustomers(ctx, [customerId])).get(customerId)
  if (!customer) throw refuse('not_found')
  const { addresses } = customer
  if (addresses.length === 0)
    throw refuse('wrong_state', 'This customer has no email address that receives statements.')
  await consumeMailRateLimit(ctx, addresses.length)
  const statement = await readStatement(ctx, customerId, query)
  const issued = await selectIssued(ctx, [customerId], statement.kind, statement.period)
  const former = issued.find((row) => row.currency === statement.currency)
  if (former && former.sent_at !== null && !again)
    throw refuse('statement_sent', `${former.number} was already sent for this period.`)
  if (!former && isEmptyStatement(statement.figures))
    throw refuse('wrong_state', 'Nothing happened in this period, and nothing is open.')
  const row = former ?? (await issueStatements(ctx, [statement], null))[0]!
  await mailStatements(ctx, [{ statement: row, addresses }])
  return { pk: row.id, number: row.number, to: [...addresses], sent_at: isoInstant(ctx.now) }
}
