import { type Books, type Case, OK, type Payment, type Refund, type ReplySummary, refusal } from './books.ts'
import { commitUnlessCrashed } from './invoices.ts'
import type { Operation } from './operations.ts'
import { observePayment } from './payment-actions.ts'
import { findBookedPayment } from './processor/late-charges.ts'
import { settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

const WRONG_STATE = refusal(409, 'wrong_state')
const UNAVAILABLE = refusal(503, 'processor_unavailable')
const RECONCILIATION_KINDS = [
  'charge_without_payment',
  'payment_without_charge',
  'refund_without_record',
  'record_without_refund',
]

export const isReconciliationCase = ({ kind }: Pick<Case, 'kind'>): boolean =>
  RECONCILIATION_KINDS.includes(kind)

/** Identifies a difference by kind of case and payment. */
export const differenceKey = ({ kind, payment }: Pick<Case, 'kind' | 'payment'>): string =>
  `${kind} ${payment}`

/** Closing a case changes no amounts. */
export function closeCase(books: Books, { case: id, crash }: Of<'closeCase'>): ReplySummary {
  const found = books.cases.get(id)!
  if (found.state !== 'open') return WRONG_STATE
  return commitUnlessCrashed(crash, OK, () => {
    found.state = 'closed'
  })
}

/**
 * Requests the charge from the processor again and settles it. The case closes when the difference is gone.
 */
export function recheckCase(books: Books, { case: id, silent }: Of<'recheck'>): ReplySummary {
  const found = books.cases.get(id)!
  if (found.state !== 'open') return WRONG_STATE
  if (found.kind === 'mismatch' && found.refund !== null) return recheckRefund(books, found, silent)
  if (silent) return UNAVAILABLE
  const payment = findBookedPayment(books, books.payments.get(found.payment)!)
  const { charge } = payment
  settlePayment(books, payment)
  observePayment(books, payment, payment)
  const agrees = charge !== null && payment.status !== 'error'
  const gone = isReconciliationCase(found)
    ? !findDifferences(books).has(differenceKey(found))
    : found.kind === 'mismatch' && agrees
  if (gone) found.state = 'resolved'
  return OK
}

/**
 * A refund is requested by itself, because its payment does not show its outcome. If the processor does not
 * respond, a later check requests it again.
 */
function recheckRefund(books: Books, found: Case, silent: boolean): ReplySummary {
  const refund = books.refunds.get(found.refund!)!
  if (silent && refund.status === 'waiting') {
    refund.doubtful = true
    return UNAVAILABLE
  }
  settleRefund(books, refund)
  found.state = 'resolved'
  return OK
}

/**
 * Returns the differences that the product may find while it processes events: the current ones, and those
 * that it sees once it knows that a pending refund was not made.
 */
export const findPossibleDifferences = (books: Books): Set<string> =>
  new Set([...findDifferences(books), ...findDifferences(books, ({ executed }) => executed)])

/** Finds every difference between the ledger and the processor's records. */
export function findDifferences(books: Books, explains: CountsAsRefunded = () => true): Set<string> {
  const found = new Set<string>()
  for (const payment of books.payments.values()) {
    const kind = payment.method === 'manual' ? null : findDifferenceKind(books, payment, explains)
    if (kind) found.add(differenceKey({ kind, payment: payment.key }))
  }
  return found
}

/** Selects the pending refunds that may explain the amount refunded at the processor. */
type CountsAsRefunded = (refund: Refund) => boolean

function findDifferenceKind(books: Books, payment: Payment, explains: CountsAsRefunded): string | null {
  const { charge, status, failure, captured, refunded } = payment
  const isAtProcessor = charge && charge.captured > 0n && charge.status !== 'rejected'
  const isInLedger = captured > 0n && (status === 'confirmed' || status === 'refunded')
  if (isAtProcessor && !isInLedger)
    return status === 'error' && failure === 'mismatch' ? null : 'charge_without_payment'
  if (isInLedger && !isAtProcessor) return 'payment_without_charge'
  if (!isAtProcessor || !isInLedger) return null
  if (charge.refunded < refunded) return 'record_without_refund'
  return charge.refunded > refunded + sumPendingRefunds(books, payment, explains)
    ? 'refund_without_record'
    : null
}

function sumPendingRefunds({ refunds }: Books, { key }: Payment, explains: CountsAsRefunded): bigint {
  let sum = 0n
  for (const one of refunds.values())
    if (one.payment === key && one.status === 'waiting' && explains(one)) sum += one.amount
  return sum
}
