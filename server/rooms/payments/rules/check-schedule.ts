const MINUTE_MS = 60_000
export const DAY_MS = 1440 * MINUTE_MS

/** When an unanswered payment is asked after: 30 s, 2 min, 10 min, 1 h after the one before, then daily. */
const FIRST_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
const DAYS = 7
/** Ten business days: how long a bank may take to clear or return an e-check. */
const E_CHECK_DAYS = 14

/** How long a challenge may stay unanswered before the payment is let go. */
export const CHALLENGE_LIFE_MS = 60 * MINUTE_MS
export const FIRST_CHECK_MS = 30_000

/** When the processor was asked last for what a payment or a refund is about. */
export const askedAt = (row: { readonly called_at: Date | null; readonly created_at: Date }): Date =>
  row.called_at ?? row.created_at

const daysOf = (type: string): number => (type === 'e_check' ? E_CHECK_DAYS : DAYS)

/** Milliseconds until the next check after `checksMade`, or null when there were enough. */
export function nextCheckMs(type: string, checksMade: number): number | null {
  const first = FIRST_MS[checksMade]
  if (first !== undefined) return first
  return checksMade < FIRST_MS.length + daysOf(type) ? DAY_MS : null
}

/** A processor that doesn't answer is asked again at least so often, so that little time is lost once it is back. */
const LONGEST_SILENT_MS = 10 * MINUTE_MS

/** When to ask again after a check that got no answer. It counts only towards the first, quicker ones. */
function afterNoAnswer(type: string, checksMade: number): { afterMs: number; checksMade: number } {
  const planned = nextCheckMs(type, checksMade) ?? LONGEST_SILENT_MS
  const quick = planned < LONGEST_SILENT_MS
  return { afterMs: Math.min(planned, LONGEST_SILENT_MS), checksMade: quick ? checksMade + 1 : checksMade }
}

/** As many as all checks that are answered. */
const mostChecks = (type: string): number => FIRST_MS.length + daysOf(type) + 1
/** As long as all of them take. */
const longestSilenceMs = (type: string): number =>
  FIRST_CHECK_MS + FIRST_MS.reduce((sum, one) => sum + one) + daysOf(type) * DAY_MS

/** What is asked after, before the check that got no answer. `calledAt`: epoch ms of the call whose outcome is open. */
export interface Unanswered {
  readonly type: string
  readonly calledAt: number
  readonly checksMade: number
  readonly unanswered: number
}

/**
 * What follows from a check that got no answer: when to ask again, or null when a person has to look. That takes a week of
 * silence and many checks: what only lay about, because no worker ran, is asked after as often as anything.
 */
export function afterSilence(
  { type, calledAt, checksMade, unanswered }: Unanswered,
  now: number,
): { afterMs: number; checksMade: number } | null {
  const tooLong = now - calledAt > longestSilenceMs(type)
  return tooLong && unanswered + 1 >= mostChecks(type) ? null : afterNoAnswer(type, checksMade)
}
