import { type Books, NO_REPLY, OK, type Payment, type ReplySummary, refusal } from './books.ts'
import type { Operation } from './operations.ts'
import { canPay, quarantine, replyForPayment } from './payments.ts'
import {
  isCrash,
  isMismatch,
  isResponseLost,
  isResponseReceived,
  isUnavailable,
  reachesProcessor,
} from './processor/faults.ts'
import { isLateCharge } from './processor/late-charges.ts'
import { isInFlight, rejectPayment, settlePayment } from './settle-payment.ts'
import { finalOutsideRefunds } from './settle-refund.ts'

const HOUR_MS = 3_600_000
/** How long a request may still be under way to the Sandbox. */
const ARRIVAL_WINDOW_MS = 120_000
const WRONG_STATE = refusal(409, 'wrong_state')
const UNAVAILABLE = refusal(503, 'processor_unavailable')

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

/**
 * A repeated request gets its first response. Later changes of the charge, such as a refund in the dashboard,
 * arrive by event.
 */
export function settleByFirstResponse(books: Books, payment: Payment): void {
  const charge = payment.charge!
  const isCaptured = charge.captured > 0n
  payment.charge = {
    ...charge,
    status: isCaptured ? 'confirmed' : 'rejected',
    reason: isCaptured ? null : charge.reason,
    refunded: 0n,
  }
  settlePayment(books, payment)
  payment.charge = charge
}

/** The payer confirms or declines at their bank. */
export function answerChallenge(
  books: Books,
  { payment: key, approve, trouble }: Of<'answer'>,
): ReplySummary {
  const payment = books.payments.get(key)!
  const invoice = books.invoices.get(payment.shares[0]!.invoice)!
  if (!canPay(invoice, { by: 'portal', customer: payment.customer })) return refusal(404, 'invoice_unknown')
  if (payment.status !== 'input' || !payment.isChallenged || payment.method === 'order') return WRONG_STATE
  if (trouble === 'before') return NO_REPLY
  const { charge } = payment
  const challengeAnswer = approve ? 'approve' : 'decline'
  // A repeated answer gets the first response.
  const sent =
    reachesProcessor(trouble) && (charge?.status === 'input' || charge?.challengeAnswer === challengeAnswer)
  if (sent && charge?.status === 'input') {
    charge.status = approve ? 'confirmed' : 'rejected'
    charge.reason = approve ? null : 'declined'
    charge.captured = approve ? payment.amount + payment.surcharge : 0n
    charge.challengeAnswer = challengeAnswer
  }
  if (isUnavailable(trouble)) {
    payment.doubtful = true
    return UNAVAILABLE
  }
  if (isCrash(trouble) || (trouble === 'settled' && !sent)) {
    payment.doubtful = true
    return NO_REPLY
  }
  if (sent && isMismatch(trouble)) quarantine(payment)
  else if (sent && isResponseReceived(trouble)) settleByFirstResponse(books, payment)
  else settlePayment(books, payment)
  if (payment.status === 'input') payment.doubtful = true
  return trouble === 'settled' ? NO_REPLY : replyForPayment(payment, false)
}

/** Captures an authorized payment. */
export function capturePayment(books: Books, { payment: key, trouble }: Of<'capture'>): ReplySummary {
  const payment = books.payments.get(key)!
  if (payment.status !== 'preauth') return WRONG_STATE
  if (trouble === 'before') return NO_REPLY
  const charge = payment.charge!
  if (reachesProcessor(trouble) && charge.status === 'preauth') {
    charge.status = 'confirmed'
    charge.captured = payment.amount + payment.surcharge
    charge.changesAt = null
    charge.nextChange = null
  }
  if (trouble !== null && trouble !== 'settled') payment.doubtful = true
  // A refused capture commits nothing more, so there is no point left to crash at.
  const repliesAtOnce = trouble === 'unsettled' && charge.captured === 0n
  if (isCrash(trouble) && !repliesAtOnce) return NO_REPLY
  if (isUnavailable(trouble)) return UNAVAILABLE
  if (isResponseLost(trouble)) return OK
  if (charge.captured === 0n) return WRONG_STATE
  if (isMismatch(trouble)) quarantine(payment)
  else if (isResponseReceived(trouble)) settleByFirstResponse(books, payment)
  else settlePayment(books, payment)
  return trouble === 'settled' ? NO_REPLY : OK
}

/** Cancels a payment that was not captured. A payment that turns out to be captured is settled. */
export function voidPayment(books: Books, { payment: key, trouble }: Of<'voidPayment'>): ReplySummary {
  const payment = books.payments.get(key)!
  const voidable = payment.status === 'preauth' || payment.status === 'input' || payment.status === 'error'
  if (!voidable) return WRONG_STATE
  if (trouble === 'before') return NO_REPLY
  const { charge } = payment
  if (!charge) {
    if (books.now - payment.calledAt <= ARRIVAL_WINDOW_MS) return WRONG_STATE
    rejectPayment(payment, 'voided')
    return OK
  }
  const open = charge.status === 'preauth' || charge.status === 'input'
  const sent = reachesProcessor(trouble) && (open || wasCanceled(charge))
  if (sent) cancelCharge(payment)
  if (isCrash(trouble)) {
    if (sent) payment.doubtful = true
    return NO_REPLY
  }
  // A quarantined payment with a canceled charge needs no second quarantine for a wrong amount.
  if (sent && isMismatch(trouble) && !(payment.status === 'error' && trouble === 'wrongAmount')) {
    if (isInFlight(payment)) quarantine(payment)
  } else settlePayment(books, payment)
  if (payment.status === 'input' || payment.status === 'preauth') payment.doubtful = true
  if (trouble === 'settled') return NO_REPLY
  return replyToVoid(payment)
}

const replyToVoid = (payment: Payment): ReplySummary => (payment.status === 'rejected' ? OK : WRONG_STATE)

/**
 * The product canceled the charge, so the processor repeats its response. An order that its payer declined
 * can't be canceled.
 */
export const wasCanceled = (charge: NonNullable<Payment['charge']>): boolean =>
  charge.reason === 'voided' && !charge.refused

export function cancelCharge(payment: Payment): void {
  Object.assign(payment.charge!, { status: 'rejected', reason: 'voided', changesAt: null, nextChange: null })
}

/** Rejects a payment whose challenge was not answered in time. */
export function abandonPayment(payment: Payment): void {
  cancelCharge(payment)
  rejectPayment(payment, 'voided')
}

/**
 * The payer has an hour after the last call. A payment whose response was lost can't be continued, so it
 * expires once no request can arrive any more.
 */
export function isExpired(books: Books, payment: Payment): boolean {
  if (payment.charge?.status !== 'input' || !isInFlight(payment)) return false
  const lost = payment.status === 'waiting' && books.now - payment.calledAt > ARRIVAL_WINDOW_MS
  return lost || books.now - payment.calledAt >= HOUR_MS
}

interface ObservedPayment {
  readonly status: string
  readonly isChallenged: boolean
  /** The processor's charges. */
  readonly charges?: readonly { readonly status: string }[]
}

/**
 * Accepts what the product has learned about a doubtful payment, if it is true. `seen` is the product's
 * record. The comparison of all tables reports a wrong record.
 */
export function observePayment(books: Books, payment: Payment, seen: ObservedPayment): void {
  if (!payment.doubtful) return
  // The product canceled the charge, and the process died before it recorded that.
  const isCanceled = seen.charges?.some((one) => one.status === 'rejected')
  if (isCanceled && isExpired(books, payment)) {
    // The product may have learned of the challenge before.
    if (seen.status === 'input' && payment.status === 'input') payment.isChallenged = seen.isChallenged
    cancelCharge(payment)
  }
  if (seen.status !== payment.status || seen.isChallenged !== payment.isChallenged) {
    const neverArrived = !payment.charge && books.now - payment.calledAt > ARRIVAL_WINDOW_MS
    if (seen.status === 'rejected' && neverArrived) rejectPayment(payment, 'never_arrived')
    else if (seen.status === 'rejected' && isExpired(books, payment)) abandonPayment(payment)
    else settlePayment(books, payment)
  }
  const { charge } = payment
  const isCurrent = charge && charge.status === payment.status && charge.status !== 'input'
  const isSettled = isCurrent && payment.status !== 'confirmed'
  // The product may not know yet of a return or refund.
  const isUnreversed =
    payment.status === 'confirmed' &&
    charge?.status !== 'rejected' &&
    finalOutsideRefunds(books, payment) <= 0n
  const isFinal = payment.status === 'rejected' && !isLateCharge(payment)
  if (isSettled || isFinal || isUnreversed) payment.doubtful = false
}
