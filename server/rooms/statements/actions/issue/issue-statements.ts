import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { storeDocument } from '../../../documents/index.ts'
import { takeNumber } from '../../../invoices/index.ts'
import { insertStatements, type NewStatement, selectIssued } from '../../store/statements.ts'
import type { StatementOfCustomer } from '../read/read-statement.ts'
import { composeStatementDocument, readSheet, type StatementSheet } from '../read/read-statement-document.ts'

/**
 * Issues statements of one kind and period: each gets a number, and its figures and PDF are kept. Skips those that were issued
 * before. The customers are locked.
 */
export async function issueStatements(
  ctx: Ctx,
  statements: readonly StatementOfCustomer[],
  runId: string | null,
): Promise<NewStatement[]> {
  const [first] = statements
  if (first === undefined) return []
  const ids = statements.map(({ customer }) => customer.id)
  const former = new Set(
    (await selectIssued(ctx, ids, first.kind, first.period)).map(
      (row) => `${row.customer_id} ${row.currency}`,
    ),
  )
  const sheet = await readSheet(ctx)
  const issued: NewStatement[] = []
  for (const statement of statements)
    if (!former.has(`${statement.customer.id} ${statement.currency}`))
      issued.push(await toRow(ctx, sheet, statement, runId))
  await insertStatements(ctx, issued)
  return issued
}

async function toRow(
  ctx: Ctx,
  sheet: StatementSheet,
  statement: StatementOfCustomer,
  runId: string | null,
): Promise<NewStatement> {
  const { customer, currency, kind, period, figures } = statement
  const number = await takeNumber(ctx, 'statement')
  const overdue = figures.openInvoices.filter((item) => item.daysPastDue > 0)
  return {
    id: nextId(ctx),
    customer_id: customer.id,
    currency,
    kind,
    period_from: period.from,
    period_to: period.to,
    number,
    closed_at: asDate(ctx.now),
    opening_minor: figures.openingMinor,
    closing_minor: figures.closingMinor,
    owed_minor: figures.owedMinor,
    overdue_minor: sumMinor(overdue.map((item) => item.remainingMinor)),
    open_count: figures.openInvoices.length,
    file_id: await storeDocument(ctx, composeStatementDocument(sheet, statement, number)),
    run_id: runId,
    issued_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
  }
}
