import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { storeDocument } from '../../../documents/index.ts'
import { takeNumber } from '../../../invoices/index.ts'
import { insertStatements, type NewStatement, selectIssued } from '../../store/statements.ts'
import type { StatementOfCustomer } from '../read/read-statement.ts'
import { composeStatementDocument, readSheet } from '../read/read-statement-document.ts'

export interface IssuedStatement extends StatementOfCustomer {
  readonly id: string
  readonly number: string
  readonly fileId: string
  /** Name of the PDF. */
  readonly name: string
}

/**
 * Issues statements of one kind and period: each gets a number, and its figures and PDF are kept. Skips those that were issued
 * before. The customers are locked.
 */
export async function issueStatements(
  ctx: Ctx,
  statements: readonly StatementOfCustomer[],
  runId: string | null,
): Promise<IssuedStatement[]> {
  const [first] = statements
  if (first === undefined) return []
  const ids = statements.map(({ customer }) => customer.id)
  const former = new Set((await selectIssued(ctx, ids, first.kind, first.period)).map(keyOfRow))
  const sheet = await readSheet(ctx)
  const issued: IssuedStatement[] = []
  for (const statement of statements) {
    if (former.has(`${statement.customer.id} ${statement.currency}`)) continue
    const number = await takeNumber(ctx, 'statement')
    const document = composeStatementDocument(sheet, statement, number)
    const fileId = await storeDocument(ctx, document)
    issued.push({ ...statement, id: nextId(ctx), number, fileId, name: document.name })
  }
  await insertStatements(
    ctx,
    issued.map((statement) => toRow(ctx, statement, runId)),
  )
  return issued
}

const keyOfRow = (row: { customer_id: string; currency: string }) => `${row.customer_id} ${row.currency}`

/** Adds up what is past due of a statement's open invoices. */
export const overdueOf = ({ figures }: StatementOfCustomer): bigint =>
  sumMinor(figures.openInvoices.filter((item) => item.daysPastDue > 0).map((item) => item.remainingMinor))

const toRow = (ctx: Ctx, statement: IssuedStatement, runId: string | null): NewStatement => ({
  id: statement.id,
  customer_id: statement.customer.id,
  currency: statement.currency,
  kind: statement.kind,
  period_from: statement.period.from,
  period_to: statement.period.to,
  number: statement.number,
  closed_at: asDate(ctx.now),
  opening_minor: statement.figures.openingMinor,
  closing_minor: statement.figures.closingMinor,
  owed_minor: statement.figures.owedMinor,
  overdue_minor: overdueOf(statement),
  open_count: statement.figures.openInvoices.length,
  file_id: statement.fileId,
  run_id: runId,
  issued_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
})
