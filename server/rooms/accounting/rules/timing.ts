import { HOUR_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'

/** Time between two readings of a platform. */
export const SYNC_EVERY_MS = 15 * MINUTE_MS

/** Time until the next attempt after so many failures in a row: a minute, doubled each time, an hour at most. */
export const retryAfterMs = (failures: number): number =>
  Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(10, Math.max(0, failures - 1)))
