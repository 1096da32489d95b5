/**
 * The only access to the system clock. `wallNow` is for security (tokens, rate limits). Business time is
 * `ctx.now`, which the demo can move.
 */
export interface Clock {
  /** Epoch milliseconds of the machine. */
  wallNow(): number
}

export const systemClock: Clock = { wallNow: () => Date.now() }

/** ISO instant in UTC of epoch milliseconds. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** A Date for the database driver. */
export const asDate = (ms: number): Date => new Date(ms)
