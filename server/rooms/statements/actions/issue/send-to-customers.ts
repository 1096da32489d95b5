import { hasOpenItems, isEmptyStatement } from '../../../../../domain/statements/build-statement.ts'
import type { StatementKind } from '../../../../../domain/statements/statement-kind.ts'
import type { StatementPeriod } from '../../../../../domain/statements/statement-period.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readMarks } from '../../../email-addresses/index.ts'
import { lockStatementCustomers } from '../../store/statement-customers.ts'
import { computeStatements } from '../read/compute-statements.ts'
import type { StatementOfCustomer } from '../read/read-statement.ts'
import { issueStatements } from './issue-statements.ts'
import { mailStatement } from './mail-statement.ts'

/** Statements that leave together. */
export interface Sending {
  readonly kind: StatementKind
  readonly period: StatementPeriod
  /** True when customers without an open invoice or credit get none. */
  readonly onlyOpen: boolean
  readonly runId: string | null
}

/**
 * Issues and mails the statements of customers who want and can receive them, once for a period. Returns how many left.
 */
export async function sendToCustomers(
  ctx: Ctx,
  ids: readonly string[],
  { kind, period, onlyOpen, runId }: Sending,
): Promise<number> {
  const customers = await lockStatementCustomers(ctx, ids)
  const markOf = await readMarks(
    ctx,
    [...customers.values()].flatMap(({ emails }) => emails),
  )
  const addressesOf = (emails: readonly string[]) => emails.filter((email) => markOf(email) === null)
  const reachable = [...customers.values()].filter(
    ({ wantsStatements, emails }) => wantsStatements && addressesOf(emails).length > 0,
  )
  const computed = await computeStatements(
    ctx,
    reachable.map(({ id }) => id),
    period,
  )
  const due: StatementOfCustomer[] = computed
    .filter(({ figures }) => (onlyOpen ? hasOpenItems(figures) : !isEmptyStatement(figures)))
    .map(({ customerId, currency, figures }) => ({
      customer: customers.get(customerId)!,
      ...{ kind, period, currency, currencies: [currency], figures },
    }))
  const issued = await issueStatements(ctx, due, runId)
  for (const statement of issued) await mailStatement(ctx, statement, addressesOf(statement.customer.emails))
  return issued.length
}
