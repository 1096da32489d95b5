import { type Books, OK, type Payment, type ReplySummary, refusal, type Share } from '../books.ts'
import { usableCredit } from '../figures.ts'
import { commitUnlessCrashed } from '../invoices.ts'
import type { UseCreditOperation } from '../operations.ts'
import { allocate, checkShares } from '../record-payment.ts'

const WRONG_STATE = refusal(409, 'wrong_state')

/** Uses a payment's unapplied credit for the named invoices of its customer, otherwise for the oldest. */
export function spendCredit(
  books: Books,
  { request, payment: key, shares, crash }: UseCreditOperation,
): ReplySummary {
  const payment = books.payments.get(key)!
  const fingerprint = [key, ...(shares?.map((one) => `${one.invoice}=${one.amount}`) ?? [])].join(' ')
  const before = books.creditUses.get(request)
  if (before !== undefined) return before === fingerprint ? OK : refusal(409, 'request_id_reused')
  const money = { customer: payment.customer, total: usableCredit(books, payment), shares }
  if (payment.status !== 'confirmed' || payment.unapplied === 0n || money.total <= 0n) return WRONG_STATE
  const problem = shares && checkShares(books, money)
  if (problem) return problem
  const settled = allocate(books, money)
  if (settled.length === 0) return WRONG_STATE
  return commitUnlessCrashed(crash, OK, () => {
    books.creditUses.set(request, fingerprint)
    for (const share of settled) addShare(payment, share)
    payment.unapplied -= settled.reduce((sum, one) => sum + one.amount, 0n)
  })
}

/**
 * Appends the share after earlier ones. A payment has one share for each invoice; a released one is replaced.
 */
export function addShare(payment: Payment, share: Share): void {
  const before = payment.shares.find((one) => one.invoice === share.invoice)
  payment.shares = payment.shares.filter((one) => one !== before)
  if (!before || before.state === 'released') payment.shares.push(share)
  else payment.shares.push({ ...before, amount: before.amount + share.amount, state: 'applied' })
}
