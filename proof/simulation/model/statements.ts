import { type Books, OK, type ReplySummary, refusal } from './books.ts'
import { customerFigures, memoRemaining } from './figures.ts'
import { commitUnlessCrashed } from './invoices.ts'
import type { StatementOperation } from './operations.ts'

/** Debt of a customer less all their credit, at this moment. */
export function statementFigures(
  books: Books,
  customer: number,
): { owed: bigint; credit: bigint; closing: bigint } {
  const { owed, unapplied } = customerFigures(books, customer)
  let credit = 0n
  for (const memo of books.memos.values())
    if (memo.customer === customer) credit += memoRemaining(books, memo)
  return { owed, credit, closing: owed - credit - unapplied }
}

/** Whether the ledger has an entry of the customer. */
export const hasEntries = (books: Books, customer: number): boolean =>
  books.formerCustomers.includes(customer) ||
  [...books.invoices.values()].some((one) => one.customer === customer && one.state !== 'draft') ||
  [...books.memos.values()].some((one) => one.customer === customer) ||
  [...books.payments.values()].some((one) => one.customer === customer && one.captured > 0n)

/** Issues a statement once for a customer, form and period. One that was sent before is sent again only on request. */
export function emailStatement(books: Books, operation: StatementOperation): ReplySummary {
  const { customer, form, from, to, again, crash } = operation
  const former = books.statements.some(
    (one) => one.customer === customer && one.form === form && one.from === from && one.to === to,
  )
  if (former && !again) return refusal(409, 'statement_sent')
  if (!former && !hasEntries(books, customer)) return refusal(409, 'wrong_state')
  return commitUnlessCrashed(crash, OK, () => {
    const { owed, closing } = statementFigures(books, customer)
    if (!former) books.statements.push({ customer, form, from, to, owed, closing })
  })
}
