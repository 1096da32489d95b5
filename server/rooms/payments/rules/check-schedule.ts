import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'

/** Delays between the first checks of an open payment; afterwards it is checked daily. */
const FIRST_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
const DAYS = 7
/** Ten business days: the time a bank may take to clear or return an e-check, also one behind a PayPal account. */
const BANK_DAYS = 14

/** Time to answer a challenge before the payment is canceled. */
const CHALLENGE_LIFE_MS = 60 * MINUTE_MS
/** Time for a payer who was absent, and was asked by mail. */
const ABSENT_LIFE_MS = 3 * DAY_MS
/** Stripe takes the code of a small deposit for this long. */
const VERIFICATION_LIFE_MS = 10 * DAY_MS

/** Returns how long a payment waits for its payer, in ms after its last call. */
export function payerLifeMs(payment: {
  readonly channel: string
  readonly next_step: { readonly kind: string } | null
}): number {
  if (payment.next_step?.kind === 'verify_account') return VERIFICATION_LIFE_MS
  return payment.channel === 'auto' ? ABSENT_LIFE_MS : CHALLENGE_LIFE_MS
}
export const FIRST_CHECK_MS = 30_000

/** Time of the last call to the processor for a payment or a refund. */
export const askedAt = (row: { readonly called_at: Date | null; readonly created_at: Date }): Date =>
  row.called_at ?? row.created_at

const daysOf = (type: string): number => (type === 'e_check' || type === 'paypal' ? BANK_DAYS : DAYS)

/**
 * Returns the milliseconds until the next check after `checksMade` checks, or null when that was the last.
 */
export function nextCheckMs(type: string, checksMade: number): number | null {
  const first = FIRST_MS[checksMade]
  if (first !== undefined) return first
  return checksMade < FIRST_MS.length + daysOf(type) ? DAY_MS : null
}

/**
 * Longest delay before an unresponsive processor is asked again, so that little time is lost once it is back.
 */
const LONGEST_SILENT_MS = 10 * MINUTE_MS

/**
 * Returns when to check again after a check without an answer. Such a check counts only among the first,
 * quicker ones.
 */
function afterNoAnswer(type: string, checksMade: number): { afterMs: number; checksMade: number } {
  const planned = nextCheckMs(type, checksMade) ?? LONGEST_SILENT_MS
  const quick = planned < LONGEST_SILENT_MS
  return { afterMs: Math.min(planned, LONGEST_SILENT_MS), checksMade: quick ? checksMade + 1 : checksMade }
}

/** The number of checks of a responsive processor. */
const mostChecks = (type: string): number => FIRST_MS.length + daysOf(type) + 1
/** The time that these checks take. */
const longestSilenceMs = (type: string): number =>
  FIRST_CHECK_MS + FIRST_MS.reduce((sum, one) => sum + one) + daysOf(type) * DAY_MS

/** State before the check without an answer. `calledAt`: epoch ms of the call whose outcome is open. */
export interface Unanswered {
  readonly type: string
  readonly calledAt: number
  readonly checksMade: number
  readonly unanswered: number
}

/**
 * Returns when to check again after a check without an answer, or null when a case is due. A case needs a
 * week of silence and many checks: a payment that waited because no worker ran is checked as often as any
 * other.
 */
export function afterSilence(
  { type, calledAt, checksMade, unanswered }: Unanswered,
  now: number,
): { afterMs: number; checksMade: number } | null {
  const tooLong = now - calledAt > longestSilenceMs(type)
  return tooLong && unanswered + 1 >= mostChecks(type) ? null : afterNoAnswer(type, checksMade)
}
