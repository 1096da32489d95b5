import type { ChargeTrouble, Trouble } from '../commands.ts'
import { type Answer, type Books, OK, type Payment, refused, SILENCE } from './books.ts'
import { outsideInTheEnd } from './give-back.ts'
import { isLate } from './late-charges.ts'
import type { Operation } from './operations.ts'
import { mayPay, mistrust, tell } from './payments.ts'
import { isInFlight, releaseAll, settle } from './settle.ts'

const HOUR_MS = 3_600_000
/** So long a call may still be on its way to the Sandbox. */
const ARRIVAL_WINDOW_MS = 120_000
const WRONG_STATE = refused(409, 'wrong_state')
const UNAVAILABLE = refused(503, 'processor_unavailable')

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

/** True when what is asked gets to the processor. */
export const arrives = (trouble: Trouble): boolean =>
  !['before', 'intended', 'timeoutBefore', 'resetBefore', 'rateLimited', 'unavailable'].includes(
    trouble ?? '',
  )

export const isCrash = (trouble: Trouble): boolean =>
  trouble === 'before' || trouble === 'intended' || trouble === 'called' || trouble === 'unsettled'
export const isUnavailable = (trouble: Trouble): boolean =>
  trouble === 'rateLimited' || trouble === 'unavailable'
export const isUnheard = (trouble: Trouble): boolean => /^(timeout|reset)/.test(trouble ?? '')
export const isWrong = (trouble: ChargeTrouble | Trouble): boolean =>
  trouble === 'wrongAmount' || trouble === 'wrongCurrency'

/** The processor's reply itself arrives; else the product asks how the charge stands by now. */
export const isHeard = (trouble: ChargeTrouble | Trouble): boolean =>
  trouble === null || trouble === 'settled'

/**
 * The same call again gets its first reply again: what has become of the charge since, such as a refund at the processor's
 * desk, is heard of later.
 */
export function settleByFirstReply(books: Books, payment: Payment): void {
  const charge = payment.charge!
  const isTaken = charge.captured > 0n
  payment.charge = {
    ...charge,
    status: isTaken ? 'confirmed' : 'rejected',
    reason: isTaken ? null : charge.reason,
    refunded: 0n,
  }
  settle(books, payment)
  payment.charge = charge
}

/** The payer's answer to their bank. */
export function answer(books: Books, { payment: key, approve, trouble }: Of<'answer'>): Answer {
  const payment = books.payments.get(key)!
  const invoice = books.invoices.get(payment.shares[0]!.invoice)!
  if (!mayPay(invoice, { by: 'portal', customer: payment.customer })) return refused(404, 'invoice_unknown')
  if (payment.status !== 'input' || !payment.asks || payment.method === 'order') return WRONG_STATE
  if (trouble === 'before') return SILENCE
  const { charge } = payment
  const word = approve ? 'approve' : 'decline'
  // The same answer again gets the first reply again.
  const asked = arrives(trouble) && (charge?.status === 'input' || charge?.answered === word)
  if (asked && charge?.status === 'input') {
    charge.status = approve ? 'confirmed' : 'rejected'
    charge.reason = approve ? null : 'declined'
    charge.captured = approve ? payment.amount + payment.surcharge : 0n
    charge.answered = word
  }
  if (isUnavailable(trouble)) {
    payment.doubtful = true
    return UNAVAILABLE
  }
  if (isCrash(trouble) || (trouble === 'settled' && !asked)) {
    payment.doubtful = true
    return SILENCE
  }
  if (asked && isWrong(trouble)) mistrust(payment)
  else if (asked && isHeard(trouble)) settleByFirstReply(books, payment)
  else settle(books, payment)
  if (payment.status === 'input') payment.doubtful = true
  return trouble === 'settled' ? SILENCE : tell(payment, false)
}

/** Takes what was authorised. */
export function capture(books: Books, { payment: key, trouble }: Of<'capture'>): Answer {
  const payment = books.payments.get(key)!
  if (payment.status !== 'preauth') return WRONG_STATE
  if (trouble === 'before') return SILENCE
  const charge = payment.charge!
  if (arrives(trouble) && charge.status === 'preauth') {
    charge.status = 'confirmed'
    charge.captured = payment.amount + payment.surcharge
    charge.ripensAt = null
    charge.ripensAs = null
  }
  if (trouble !== null && trouble !== 'settled') payment.doubtful = true
  // What the processor refuses is answered at once: nothing is left to be written in which one could die.
  const answered = trouble === 'unsettled' && charge.captured === 0n
  if (isCrash(trouble) && !answered) return SILENCE
  if (isUnavailable(trouble)) return UNAVAILABLE
  if (isUnheard(trouble)) return OK
  if (charge.captured === 0n) return WRONG_STATE
  if (isWrong(trouble)) mistrust(payment)
  else if (isHeard(trouble)) settleByFirstReply(books, payment)
  else settle(books, payment)
  return trouble === 'settled' ? SILENCE : OK
}

/** Lets go of a payment of which nothing was taken, or finds out that it was. */
export function voidPayment(books: Books, { payment: key, trouble }: Of<'voidPayment'>): Answer {
  const payment = books.payments.get(key)!
  const voidable = payment.status === 'preauth' || payment.status === 'input' || payment.status === 'error'
  if (!voidable) return WRONG_STATE
  if (trouble === 'before') return SILENCE
  const { charge } = payment
  if (!charge) {
    if (books.now - payment.calledAt <= ARRIVAL_WINDOW_MS) return WRONG_STATE
    releaseAll(payment, 'voided')
    return OK
  }
  const open = charge.status === 'preauth' || charge.status === 'input'
  const asked = arrives(trouble) && (open || wasCanceled(charge))
  if (asked) letGo(payment)
  if (isCrash(trouble)) {
    if (asked) payment.doubtful = true
    return SILENCE
  }
  // Of one that is doubted already, another amount doesn't matter any more once nothing can be taken.
  if (asked && isWrong(trouble) && !(payment.status === 'error' && trouble === 'wrongAmount')) {
    if (isInFlight(payment)) mistrust(payment)
  } else settle(books, payment)
  if (payment.status === 'input' || payment.status === 'preauth') payment.doubtful = true
  if (trouble === 'settled') return SILENCE
  return settledAs(payment)
}

const settledAs = (payment: Payment): Answer => (payment.status === 'rejected' ? OK : WRONG_STATE)

/** By us: then the processor answers our asking again as it did. What its payer refused is nothing to let go of. */
export const wasCanceled = (charge: NonNullable<Payment['charge']>): boolean =>
  charge.reason === 'voided' && !charge.refused

/** The processor releases what it only held. */
export function letGo(payment: Payment): void {
  Object.assign(payment.charge!, { status: 'rejected', reason: 'voided', ripensAt: null, ripensAs: null })
}

/** A bank's question that nobody answered in time is taken back. */
export function abandon(payment: Payment): void {
  letGo(payment)
  releaseAll(payment, 'voided')
}

/**
 * Its payer had an hour since the last call; one whose answer was lost can't be asked on, so it goes as soon as no call
 * can arrive.
 */
export function isAbandoned(books: Books, payment: Payment): boolean {
  if (payment.charge?.status !== 'input' || !isInFlight(payment)) return false
  const lost = payment.status === 'waiting' && books.now - payment.calledAt > ARRIVAL_WINDOW_MS
  return lost || books.now - payment.calledAt >= HOUR_MS
}

interface Seen {
  readonly status: string
  readonly asks: boolean
  /** As the processor has them. */
  readonly charges?: readonly { readonly status: string }[]
}

/**
 * A doubtful payment may be found out about at any time, but only the truth. `seen` is how the product has it now;
 * whether that agrees with the books is for the comparison to say.
 */
export function observe(books: Books, payment: Payment, seen: Seen): void {
  if (!payment.doubtful) return
  // It was let go of, and the process died before it could write that down.
  const letGoOf = seen.charges?.some((one) => one.status === 'rejected')
  if (letGoOf && isAbandoned(books, payment)) {
    // That its payer was asked it may have learned before.
    if (seen.status === 'input' && payment.status === 'input') payment.asks = seen.asks
    letGo(payment)
  }
  if (seen.status !== payment.status || seen.asks !== payment.asks) {
    const neverArrived = !payment.charge && books.now - payment.calledAt > ARRIVAL_WINDOW_MS
    if (seen.status === 'rejected' && neverArrived) releaseAll(payment, 'never_arrived')
    else if (seen.status === 'rejected' && isAbandoned(books, payment)) abandon(payment)
    else settle(books, payment)
  }
  const { charge } = payment
  const same = charge && charge.status === payment.status && charge.status !== 'input'
  const known = same && payment.status !== 'confirmed'
  // Of money that came back the product may not have heard yet.
  const stands =
    payment.status === 'confirmed' && charge?.status !== 'rejected' && outsideInTheEnd(books, payment) <= 0n
  const over = payment.status === 'rejected' && !isLate(payment)
  if (known || over || stands) payment.doubtful = false
}
