import type { FileReply } from '../../../../../contract/route.ts'
import type { StatementQuery } from '../../../../../contract/statements/statements.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { writeCsv } from '../../../../platform/csv/write-csv.ts'
import { toStatementRows } from '../../rules/statement-rows.ts'
import { readStatement } from './read-statement.ts'

/** Returns a statement as CSV, with formulas disarmed. Refuses what `readStatement` refuses. */
export async function exportStatement(
  ctx: Ctx,
  customerId: string,
  query: StatementQuery,
): Promise<FileReply> {
  const { customer, kind, period, currency, figures } = await readStatement(ctx, customerId, query)
  const { columns, rows } = toStatementRows(kind, period, currency, figures)
  return {
    mediaType: 'text/csv; charset=utf-8',
    name: `Statement ${customer.shortName} ${period.to}.csv`,
    bytes: Buffer.from(writeCsv(columns, rows)),
  }
}
