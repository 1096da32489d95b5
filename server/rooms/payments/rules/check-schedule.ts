const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** When an unanswered payment is asked after: 30 s, 2 min, 10 min, 1 h after the one before, then daily. */
const FIRST_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
const DAYS = 7
/** Ten business days: how long a bank may take to clear or return an e-check. */
const E_CHECK_DAYS = 14

/** How long a challenge may stay unanswered before the payment is let go. */
export const CHALLENGE_LIFE_MS = 60 * MINUTE_MS
export const FIRST_CHECK_MS = 30_000

/** Milliseconds until the next check after `checksMade`, or null when there were enough. */
export function nextCheckMs(type: string, checksMade: number): number | null {
  const first = FIRST_MS[checksMade]
  if (first !== undefined) return first
  const days = type === 'e_check' ? E_CHECK_DAYS : DAYS
  return checksMade < FIRST_MS.length + days ? DAY_MS : null
}
