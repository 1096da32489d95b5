import { type Answer, type Books, OK, type Payment, type Refund, refused, SILENCE, wrong } from './books.ts'
import { losesReply, refundable } from './figures.ts'
import { bookOutside, outsideOf, settleRefund } from './give-back.ts'
import type { RefundOperation } from './operations.ts'
import { arrives } from './payment-moves.ts'

const WRONG_STATE = refused(409, 'wrong_state')
const ARRIVAL_WINDOW_MS = 120_000

/** Gives back a part or all of a confirmed payment; what is being given back can't be given twice. */
export function refund(books: Books, operation: RefundOperation): Answer {
  const { request, amount, trouble } = operation
  const payment = books.payments.get(operation.payment)!
  const asked = `${operation.payment} ${amount}`
  const before = books.refunds.get(request)
  if (before && before.asked !== asked) return refused(409, 'request_id_reused')
  if (before && before.failure !== 'unavailable') return tell(before)
  const most = refundable(books, payment)
  if (payment.status !== 'confirmed' || most <= 0n) return WRONG_STATE
  if (amount <= 0n || amount > most) return wrong('total')
  if (trouble === 'before') return SILENCE
  const one: Refund = {
    key: request,
    payment: payment.key,
    asked,
    amount,
    calledAt: books.now,
    status: 'waiting',
    failure: null,
    surcharge: 0n,
    outside: false,
    rejectedAt: null,
    given: payment.method === 'manual',
    doubtful: false,
  }
  books.refunds.set(request, one)
  if (one.given) settleRefund(books, one)
  else return giveBack(books, payment, one, operation)
  return OK
}

function giveBack(books: Books, payment: Payment, one: Refund, { trouble, amount }: RefundOperation): Answer {
  const charge = payment.charge!
  if (arrives(trouble) && charge.status === 'confirmed' && amount <= charge.captured - charge.refunded) {
    charge.refunded += amount
    if (charge.refunded === charge.captured) charge.status = 'refunded'
    one.given = true
  }
  const lost = one.given && losesReply(amount, books.customers[payment.customer]!.currency)
  const unheard = trouble?.startsWith('timeout') || trouble?.startsWith('reset') || lost
  const died = trouble === 'intended' || trouble === 'called' || trouble === 'unsettled'
  if (died || unheard) {
    one.doubtful = true
    return died || trouble === 'settled' ? SILENCE : OK
  }
  if (one.given && (trouble === 'wrongAmount' || trouble === 'wrongCurrency')) one.failure = 'mismatch'
  else {
    settleRefund(books, one)
    if (trouble === 'rateLimited' || trouble === 'unavailable') one.failure = 'unavailable'
  }
  return trouble === 'settled' ? SILENCE : tell(one)
}

function tell(one: Refund): Answer {
  if (one.status !== 'rejected') return OK
  return one.failure === 'unavailable'
    ? refused(503, 'processor_unavailable')
    : refused(402, 'payment_failed')
}

/**
 * News of what was given back at the processor's own desk may come late, beside those of refunds that are in doubt as
 * well: what the product then knew of these decides how much it took for its own.
 */
export function observeOutside(books: Books, payment: Payment, amount: bigint): void {
  const { charge } = payment
  if (payment.status !== 'confirmed' || charge?.status === 'rejected') return
  const most = outsideOf(books, payment)
  let failedSince = 0n
  for (const one of books.refunds.values())
    if (one.payment === payment.key && one.rejectedAt === books.now) failedSince += one.amount
  if (amount === most || amount === most - failedSince) bookOutside(books, payment, amount)
}

/** As for payments: what became of a doubtful refund may be found out at any time, but only the truth. */
export function observeRefund(books: Books, one: Refund, seen: string): void {
  if (!one.doubtful || seen === one.status) return
  const late = books.now - one.calledAt > ARRIVAL_WINDOW_MS
  if (one.given ? seen === 'confirmed' : seen === 'rejected' && late) settleRefund(books, one)
}
