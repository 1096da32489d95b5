import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { storeDocuments } from '../../../documents/index.ts'
import { takeNumbers } from '../../../invoices/index.ts'
import { insertStatements, type NewStatement, selectIssued } from '../../store/statements.ts'
import type { StatementOfCustomer } from '../read/read-statement.ts'
import { composeStatementDocument, readSheet } from '../read/read-statement-document.ts'

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
  const fresh = statements.filter(({ customer, currency }) => !former.has(`${customer.id} ${currency}`))
  const sheet = await readSheet(ctx)
  const numbers = await takeNumbers(ctx, 'statement', fresh.length)
  const files = await storeDocuments(
    ctx,
    fresh.map((statement, at) => composeStatementDocument(sheet, statement, numbers[at]!)),
  )
  const issued = fresh.map((statement, at) => toRow(ctx, statement, numbers[at]!, files[at]!, runId))
  await insertStatements(ctx, issued)
  return issued
}

function toRow(
  ctx: Ctx,
  { customer, currency, kind, period, figures }: StatementOfCustomer,
  number: string,
  fileId: string,
  runId: string | null,
): NewStatement {
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
    file_id: fileId,
    run_id: runId,
    issued_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
  }
}
