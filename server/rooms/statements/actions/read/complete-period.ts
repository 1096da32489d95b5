import type { OwnStatementQuery, StatementQuery } from '../../../../../contract/statements/statements.ts'
import { addMonthsClamped, startOfMonth } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'

/** Completes a period by days of the account: until today, from the first day of the month before. */
export async function completePeriod(ctx: Ctx, query: OwnStatementQuery): Promise<StatementQuery> {
  const to = query.to ?? (await todayOf(ctx))
  return { ...query, to, from: query.from ?? addMonthsClamped(startOfMonth(to), -1) }
}
