import { type Books, OK, type ReplySummary, refusal } from './books.ts'
import { commitUnlessCrashed } from './invoices.ts'
import type { Operation } from './operations.ts'

/** Marks a confirmed payment as reconciled. The mark stays after a refund or return and restricts nothing. */
export function postPayment(
  books: Books,
  { payment: key, crash }: Extract<Operation, { op: 'post' }>,
): ReplySummary {
  const payment = books.payments.get(key)!
  if (!payment.posted && payment.status !== 'confirmed') return refusal(409, 'wrong_state')
  return commitUnlessCrashed(crash, OK, () => {
    payment.posted = true
  })
}
