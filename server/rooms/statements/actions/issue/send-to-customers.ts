import { hasOpenItems, isEmptyStatement } from '../../../../../domain/statements/build-statement.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Sending } from '../../rules/sending.ts'
import { lockStatementCustomers, type StatementCustomer } from '../../store/statement-customers.ts'
import { computeStatements } from '../read/compute-statements.ts'
import type { StatementOfCustomer } from '../read/read-statement.ts'
import { issueStatements } from './issue-statements.ts'
import { mailStatements } from './mail-statements.ts'

/** Issues and mails the statements of customers who want and can receive them, once for a period. Returns how many left. */
export async function sendToCustomers(
  ctx: Ctx,
  ids: readonly string[],
  sending: Sending,
  runId: string | null,
): Promise<number> {
  const customers = await lockStatementCustomers(ctx, ids)
  const due = await computeDue(ctx, [...customers.values()].filter(canReceive), sending)
  const issued = await issueStatements(ctx, due, runId)
  await mailStatements(
    ctx,
    issued.map((statement) => ({ statement, addresses: customers.get(statement.customer_id)!.addresses })),
  )
  return issued.length
}

/** True when no switch of the customer or the group is off, and mail may go to one of the addresses. */
export const canReceive = ({ wantsStatements, addresses }: StatementCustomer): boolean =>
  wantsStatements && addresses.length > 0

/** Computes the statements of customers that have something to state. */
export async function computeDue(
  ctx: Ctx,
  customers: readonly StatementCustomer[],
  { kind, period, onlyOpen }: Sending,
): Promise<StatementOfCustomer[]> {
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  const computed = await computeStatements(ctx, [...byId.keys()], period)
  return computed
    .filter(({ figures }) => (onlyOpen ? hasOpenItems(figures) : !isEmptyStatement(figures)))
    .map(({ customerId, currency, figures }) => ({
      customer: byId.get(customerId)!,
      kind,
      period,
      currency,
      currencies: [currency],
      figures,
    }))
}
