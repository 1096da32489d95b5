import { type Answer, type Books, type Case, OK, type Payment, type Refund, refused } from './books.ts'
import { settleRefund } from './give-back.ts'
import { commit } from './invoices.ts'
import { bearerOf } from './late-charges.ts'
import type { Operation } from './operations.ts'
import { observe } from './payment-moves.ts'
import { settle } from './settle.ts'

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

const WRONG_STATE = refused(409, 'wrong_state')
const UNAVAILABLE = refused(503, 'processor_unavailable')
const COMPARED = [
  'charge_without_payment',
  'payment_without_charge',
  'refund_without_record',
  'record_without_refund',
]

export const isCompared = ({ kind }: Pick<Case, 'kind'>): boolean => COMPARED.includes(kind)

/** What it is that differs: a kind of case, and the payment that it is about. */
export const differenceOf = ({ kind, payment }: Pick<Case, 'kind' | 'payment'>): string =>
  `${kind} ${payment}`

/** A person has looked into it: of the money nothing changes. */
export function closeCase(books: Books, { case: id, crash }: Of<'closeCase'>): Answer {
  const found = books.cases.get(id)!
  if (found.state !== 'open') return WRONG_STATE
  return commit(crash, OK, () => {
    found.state = 'settled'
  })
}

/** The processor is asked once more; what it says is booked, and the case closes when nothing differs any more. */
export function recheck(books: Books, { case: id, silent }: Of<'recheck'>): Answer {
  const found = books.cases.get(id)!
  if (found.state !== 'open') return WRONG_STATE
  if (found.kind === 'mismatch' && found.refund !== null) return recheckRefund(books, found, silent)
  if (silent) return UNAVAILABLE
  const payment = bearerOf(books, books.payments.get(found.payment)!)
  const { charge } = payment
  settle(books, payment)
  observe(books, payment, payment)
  const agrees = charge !== null && payment.status !== 'error'
  const gone = isCompared(found)
    ? !differencesIn(books).has(differenceOf(found))
    : found.kind === 'mismatch' && agrees
  if (gone) found.state = 'gone'
  return OK
}

/** Of a refund its payment tells nothing: it is asked for itself. When it can't be told now, it is asked for again. */
function recheckRefund(books: Books, found: Case, silent: boolean): Answer {
  const refund = books.refunds.get(found.refund!)!
  if (silent && refund.status === 'waiting') {
    refund.doubtful = true
    return UNAVAILABLE
  }
  settleRefund(books, refund)
  found.state = 'gone'
  return OK
}

/**
 * What may be found to differ while news comes in: what differs now, and what a refund under way would explain that has
 * never been given.
 */
export const differencesMeanwhile = (books: Books): Set<string> =>
  new Set([...differencesIn(books), ...differencesIn(books, ({ given }) => given)])

/** Everything in which the ledger and the processor's books are apart, by kind and payment. */
export function differencesIn(books: Books, explains: Explains = () => true): Set<string> {
  const found = new Set<string>()
  for (const payment of books.payments.values()) {
    const kind = payment.method === 'manual' ? null : differing(books, payment, explains)
    if (kind) found.add(differenceOf({ kind, payment: payment.key }))
  }
  return found
}

/** Whether a refund under way may be what was given back. */
type Explains = (refund: Refund) => boolean

function differing(books: Books, payment: Payment, explains: Explains): string | null {
  const { charge, status, failure, captured, refunded } = payment
  const there = charge && charge.captured > 0n && charge.status !== 'rejected'
  const here = captured > 0n && (status === 'confirmed' || status === 'refunded')
  if (there && !here) return status === 'error' && failure === 'mismatch' ? null : 'charge_without_payment'
  if (here && !there) return 'payment_without_charge'
  if (!there || !here) return null
  if (charge.refunded < refunded) return 'record_without_refund'
  return charge.refunded > refunded + underWay(books, payment, explains) ? 'refund_without_record' : null
}

function underWay({ refunds }: Books, { key }: Payment, explains: Explains): bigint {
  let sum = 0n
  for (const one of refunds.values())
    if (one.payment === key && one.status === 'waiting' && explains(one)) sum += one.amount
  return sum
}
