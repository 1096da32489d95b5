import { type Answer, type Books, OK, type Payment, refused, type Share } from './books.ts'
import { leftOver } from './figures.ts'
import { commit } from './invoices.ts'
import type { UseOperation } from './operations.ts'
import { checkShares, spread } from './records.ts'

const WRONG_STATE = refused(409, 'wrong_state')

/** What a payment left over settles invoices of its customer: those that are named, else the oldest. */
export function spendCredit(books: Books, { request, payment: key, shares, crash }: UseOperation): Answer {
  const payment = books.payments.get(key)!
  const asked = [key, ...(shares?.map((one) => `${one.invoice}=${one.amount}`) ?? [])].join(' ')
  const before = books.uses.get(request)
  if (before !== undefined) return before === asked ? OK : refused(409, 'request_id_reused')
  const money = { customer: payment.customer, total: leftOver(books, payment), shares }
  if (payment.status !== 'confirmed' || payment.unapplied === 0n || money.total <= 0n) return WRONG_STATE
  const problem = shares && checkShares(books, money)
  if (problem) return problem
  const settled = spread(books, money)
  if (settled.length === 0) return WRONG_STATE
  return commit(crash, OK, () => {
    books.uses.set(request, asked)
    for (const share of settled) add(payment, share)
    payment.unapplied -= settled.reduce((sum, one) => sum + one.amount, 0n)
  })
}

/** Behind everything that it settled before. An invoice has one share of a payment: what was let go of stands for nothing. */
function add(payment: Payment, share: Share): void {
  const before = payment.shares.find((one) => one.invoice === share.invoice)
  payment.shares = payment.shares.filter((one) => one !== before)
  if (!before || before.state === 'released') payment.shares.push(share)
  else payment.shares.push({ ...before, amount: before.amount + share.amount, state: 'applied' })
}
