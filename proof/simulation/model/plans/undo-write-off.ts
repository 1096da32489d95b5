import { type Books, OK, type ReplySummary, refusal } from '../books.ts'
import { commitUnlessCrashed } from '../invoices.ts'
import type { Operation } from '../operations.ts'
import { reopenPlansOf } from './payment-plans.ts'

const WRONG_STATE = refusal(409, 'wrong_state')

/** Undoes all write-offs of an invoice, so that their amount is owed again. */
export function undoWriteOff(
  books: Books,
  operation: Extract<Operation, { op: 'undoWriteOff' }>,
): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.writtenOff === 0n) return WRONG_STATE
  return commitUnlessCrashed(operation.crash, OK, () => {
    invoice.state = 'open'
    invoice.writtenOff = 0n
    reopenPlansOf(books, operation.invoice)
  })
}
