import type { StatementQuery, StatementReply } from '../../../../../contract/statements/statements.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translateDescription } from '../../../ledger/index.ts'
import { presentFigures } from '../../rules/present-statement.ts'
import { readStatement } from './read-statement.ts'

/** Returns a customer's statement. Refuses what `readStatement` refuses. */
export async function showStatement(
  ctx: Ctx,
  customerId: string,
  query: StatementQuery,
): Promise<StatementReply> {
  const { customer, kind, period, currency, currencies, figures } = await readStatement(
    ctx,
    customerId,
    query,
  )
  const presented = presentFigures(figures, currency)
  return {
    customer: { pk: customer.id, short_name: customer.shortName },
    kind,
    ...period,
    currencies: [...currencies],
    ...presented,
    lines: presented.lines.map((line) => ({
      ...line,
      description: translateDescription(ctx.language ?? 'en', line.description),
    })),
  }
}
