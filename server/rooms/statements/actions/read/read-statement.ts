import type { StatementQuery } from '../../../../../contract/statements/statements.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { buildStatement, type Statement } from '../../../../../domain/statements/build-statement.ts'
import type { StatementKind } from '../../../../../domain/statements/statement-kind.ts'
import { findPeriodProblem, type StatementPeriod } from '../../../../../domain/statements/statement-period.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readStatementCustomers, type StatementCustomer } from '../../store/statement-customers.ts'
import { computeStatements } from './compute-statements.ts'

/** More entries than this make a page that nobody reads. */
const MAX_LINES = 5000

const TOO_MANY_LINES = msg(
  'This period has more than {count, plural, one {# entry} other {# entries}}. Choose a shorter one.',
  { count: MAX_LINES },
)

export interface StatementOfCustomer {
  readonly customer: StatementCustomer
  readonly kind: StatementKind
  readonly period: StatementPeriod
  readonly currency: string
  /** Currencies in which the customer has postings up to the end of the period. */
  readonly currencies: readonly string[]
  readonly figures: Statement
}

/** Computes a customer's statement. Refuses not_found, and messages beside `from` and `to`. */
export async function readStatement(
  ctx: Ctx,
  customerId: string,
  query: StatementQuery,
): Promise<StatementOfCustomer> {
  const customer = (await readStatementCustomers(ctx, [customerId])).get(customerId)
  if (!customer) throw refuse('not_found')
  const period = { from: query.from, to: query.to }
  const problem = findPeriodProblem(period, await todayOf(ctx))
  if (problem) throw refuseFields({ [problem.field]: [problem.message] })
  const computed = await computeStatements(ctx, [customer.id], period)
  const currency = query.currency ?? customer.currency
  const figures =
    computed.find((one) => one.currency === currency)?.figures ??
    buildStatement({ to: period.to, before: [], postings: [], documents: new Map() })
  if (figures.lines.length > MAX_LINES) throw refuseFields({ from: [TOO_MANY_LINES] })
  const currencies = computed.map((one) => one.currency)
  return { customer, kind: query.kind, period, currency, currencies, figures }
}
