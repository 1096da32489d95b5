import { type Answer, type Books, OK, refused } from './books.ts'
import { commit } from './invoices.ts'
import type { Operation } from './operations.ts'

/** Marks a confirmed payment as reconciled. Once marked it stays so, whatever becomes of its money: it forbids nothing. */
export function post(books: Books, { payment: key, crash }: Extract<Operation, { op: 'post' }>): Answer {
  const payment = books.payments.get(key)!
  if (!payment.posted && payment.status !== 'confirmed') return refused(409, 'wrong_state')
  return commit(crash, OK, () => {
    payment.posted = true
  })
}
