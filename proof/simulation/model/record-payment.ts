import {
  type Books,
  CREATED,
  type Invoice,
  invalidField,
  type Payment,
  type ReplySummary,
  refusal,
  type Share,
} from './books.ts'
import { min, payable, remaining, reserved } from './figures.ts'
import { commitUnlessCrashed } from './invoices.ts'
import type { RecordOperation } from './operations.ts'

const fingerprint = (operation: RecordOperation): string =>
  [
    operation.customer,
    operation.total,
    ...(operation.shares?.map((one) => `${one.invoice}=${one.amount}`) ?? []),
  ].join(' ')

/**
 * Records a payment received by staff for the named invoices, otherwise for the oldest. The excess becomes
 * credit.
 */
export function recordPayment(books: Books, operation: RecordOperation): ReplySummary {
  const before = books.payments.get(operation.request)
  const requestFingerprint = fingerprint(operation)
  if (before)
    return before.requestFingerprint === requestFingerprint ? CREATED : refusal(409, 'request_id_reused')
  if (operation.total <= 0n) return invalidField('total')
  const problem = operation.shares && checkShares(books, operation)
  if (problem) return problem
  return commitUnlessCrashed(operation.crash, CREATED, () => {
    const shares = allocate(books, operation)
    const payment = createManualPayment(books, operation, requestFingerprint, shares)
    books.payments.set(payment.key, payment)
  })
}

/** An amount of a customer and the invoices named for it. */
type Money = Pick<RecordOperation, 'customer' | 'total' | 'shares'>

export function checkShares(books: Books, { customer, total, shares }: Money): ReplySummary | null {
  const named = shares!.map((one) => ({ ...one, of: books.invoices.get(one.invoice)! }))
  if (named.some((one) => one.of.customer !== customer)) return refusal(404, 'not_found')
  for (const [index, one] of named.entries())
    if (one.of.state !== 'open' || one.amount <= 0n || one.amount > payable(books, one.of))
      return invalidField(`invoices.${index}.amount`)
  return named.reduce((sum, one) => sum + one.amount, 0n) > total ? invalidField('invoices') : null
}

const byDueDate = (a: Invoice, b: Invoice): number =>
  a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1

export const allocate = (books: Books, money: Money): Share[] =>
  money.shares ? allocateNamed(books, money.shares) : allocateOldestFirst(books, money)

function allocateNamed(books: Books, shares: readonly { invoice: string; amount: bigint }[]): Share[] {
  return shares
    .map((one) => ({ of: books.invoices.get(one.invoice)!, amount: one.amount }))
    .sort((a, b) => byDueDate(a.of, b.of))
    .map(({ of, amount }) => toAppliedShare(of, amount))
}

function allocateOldestFirst(books: Books, { customer, total }: Money): Share[] {
  const shares: Share[] = []
  let left = total
  const owed = [...books.invoices.values()].filter(
    (invoice) => invoice.customer === customer && remaining(books, invoice) > 0n,
  )
  for (const invoice of owed.sort(byDueDate)) {
    const free = remaining(books, invoice) - reserved(books, invoice)
    const part = min(free, left)
    if (part <= 0n) continue
    shares.push(toAppliedShare(invoice, part))
    left -= part
  }
  return shares
}

const toAppliedShare = (invoice: Invoice, amount: bigint): Share => ({
  invoice: invoice.key,
  amount,
  reversed: 0n,
  state: 'applied',
})

const createManualPayment = (
  books: Books,
  operation: RecordOperation,
  requestFingerprint: string,
  shares: Share[],
): Payment => ({
  key: operation.request,
  customer: operation.customer,
  method: 'manual',
  requestFingerprint,
  status: 'confirmed',
  failure: null,
  amount: operation.total,
  surcharge: 0n,
  captured: operation.total,
  refunded: 0n,
  surchargeRefunded: 0n,
  unapplied: operation.total - shares.reduce((sum, one) => sum + one.amount, 0n),
  shares,
  store: false,
  storedMethod: null,
  agree: false,
  payer: 'staff',
  createdAt: books.now,
  receivedOn: operation.date,
  calledAt: books.now,
  posted: false,
  isChallenged: false,
  ref: null,
  chargeRef: null,
  lateOf: null,
  delayedCharge: null,
  doubtful: false,
  charge: null,
})
