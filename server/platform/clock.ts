/**
 * The only access to the system clock. `wallNow` is for security (tokens, rate limits). Business time is
 * `ctx.now`, which the demo can move.
 */
export interface Clock {
  /** Epoch milliseconds. */
  wallNow(): number
}

/** The machine's clock, which may jump. */
export const systemClock: Clock = { wallNow: () => Date.now() }

/** Counts from the time that it was set to, so that it does not jump with the machine's clock. */
export interface SettableClock extends Clock {
  /** Sets the epoch milliseconds of now. */
  set(nowMs: number): void
}

/** Begins with the time of `machine`. */
export function createSettableClock(machine: Clock = systemClock): SettableClock {
  let zeroMs = machine.wallNow() - performance.now()
  return {
    wallNow: () => Math.round(zeroMs + performance.now()),
    set(nowMs) {
      zeroMs = nowMs - performance.now()
    },
  }
}

/** ISO instant in UTC of epoch milliseconds. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** A Date for the database driver. */
export const asDate = (ms: number): Date => new Date(ms)
