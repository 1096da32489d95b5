import {
  type Answer,
  type Books,
  CREATED,
  type Invoice,
  type Payment,
  refused,
  type Share,
  wrong,
} from './books.ts'
import { payable, remaining, reserved, smaller } from './figures.ts'
import { commit } from './invoices.ts'
import type { RecordOperation } from './operations.ts'

const askedOf = (operation: RecordOperation): string =>
  [
    operation.customer,
    operation.total,
    ...(operation.shares?.map((one) => `${one.invoice}=${one.amount}`) ?? []),
  ].join(' ')

/** Money that came by hand: on the invoices that are named, else on the oldest; what is over becomes credit. */
export function record(books: Books, operation: RecordOperation): Answer {
  const before = books.payments.get(operation.request)
  const asked = askedOf(operation)
  if (before) return before.asked === asked ? CREATED : refused(409, 'request_id_reused')
  if (operation.total <= 0n) return wrong('total')
  const problem = operation.shares && checkShares(books, operation)
  if (problem) return problem
  return commit(operation.crash, CREATED, () => {
    const shares = spread(books, operation)
    const payment = manual(books, operation, asked, shares)
    books.payments.set(payment.key, payment)
  })
}

/** Money of a customer, and the invoices that are named for it. */
type Spread = Pick<RecordOperation, 'customer' | 'total' | 'shares'>

export function checkShares(books: Books, { customer, total, shares }: Spread): Answer | null {
  const named = shares!.map((one) => ({ ...one, of: books.invoices.get(one.invoice)! }))
  if (named.some((one) => one.of.customer !== customer)) return refused(404, 'not_found')
  for (const [index, one] of named.entries())
    if (one.of.state !== 'open' || one.amount <= 0n || one.amount > payable(books, one.of))
      return wrong(`invoices.${index}.amount`)
  return named.reduce((sum, one) => sum + one.amount, 0n) > total ? wrong('invoices') : null
}

const byDueDate = (a: Invoice, b: Invoice): number =>
  a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1

/** On the invoices that are named, else on the oldest. */
export const spread = (books: Books, money: Spread): Share[] =>
  money.shares ? inOrder(books, money.shares) : oldestFirst(books, money)

function inOrder(books: Books, shares: readonly { invoice: string; amount: bigint }[]): Share[] {
  return shares
    .map((one) => ({ of: books.invoices.get(one.invoice)!, amount: one.amount }))
    .sort((a, b) => byDueDate(a.of, b.of))
    .map(({ of, amount }) => applied(of, amount))
}

function oldestFirst(books: Books, { customer, total }: Spread): Share[] {
  const shares: Share[] = []
  let left = total
  const owed = [...books.invoices.values()].filter(
    (invoice) => invoice.customer === customer && remaining(books, invoice) > 0n,
  )
  for (const invoice of owed.sort(byDueDate)) {
    const free = remaining(books, invoice) - reserved(books, invoice)
    const part = smaller(free, left)
    if (part <= 0n) continue
    shares.push(applied(invoice, part))
    left -= part
  }
  return shares
}

const applied = (invoice: Invoice, amount: bigint): Share => ({
  invoice: invoice.key,
  amount,
  reversed: 0n,
  state: 'applied',
})

const manual = (books: Books, operation: RecordOperation, asked: string, shares: Share[]): Payment => ({
  key: operation.request,
  customer: operation.customer,
  method: 'manual',
  asked,
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
  stored: null,
  agree: false,
  payer: 'staff',
  createdAt: books.now,
  receivedOn: operation.date,
  calledAt: books.now,
  posted: false,
  asks: false,
  ref: null,
  chargeRef: null,
  lateOf: null,
  heldBack: null,
  doubtful: false,
  charge: null,
})
