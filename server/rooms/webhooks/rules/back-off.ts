import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'

/** Minutes between the attempts of a delivery: nearly three days in all. */
const WAITS_MIN = [1, 5, 30, 120, 300, 600, 840, 1080, 1320] as const

/** An endpoint without a single success for this time is turned off. */
export const FAILING_FOR_MS = 3 * DAY_MS - 60 * MINUTE_MS

/** Longest wait that a receiver can ask for. */
const MAX_ASKED_S = 24 * 3600

/**
 * Returns the ms until the next attempt after `attempts` failed ones; null when none follows. A receiver may ask for a longer wait.
 * `spread` from 0 to 1 keeps deliveries that failed together apart.
 */
export function waitAfter(attempts: number, spread: number, askedS: number | null): number | null {
  const minutes = WAITS_MIN[attempts - 1]
  if (minutes === undefined) return null
  const own = minutes * MINUTE_MS * (1 + spread / 10)
  return Math.round(Math.max(own, Math.min(askedS ?? 0, MAX_ASKED_S) * 1000))
}
