/** A month that was paid for, as epoch seconds. */
export interface BillingPeriod {
  readonly startS: number
  readonly endS: number
}

/** Result of changing a plan within a month, in minor units. */
export interface Proration {
  /** Price of the new plan for the rest of the month. */
  readonly chargeMinor: bigint
  /** Paid for the rest of the month of the former plan. */
  readonly creditMinor: bigint
}

/** Shares two monthly prices by the seconds that remain, each rounded half up. */
export function prorate(
  before: bigint,
  after: bigint,
  { startS, endS }: BillingPeriod,
  atS: number,
): Proration {
  const whole = BigInt(Math.max(1, endS - startS))
  const rest = BigInt(Math.min(Math.max(0, endS - atS), endS - startS))
  const share = (price: bigint): bigint => (price * rest * 2n + whole) / (whole * 2n)
  return { chargeMinor: share(after), creditMinor: share(before) }
}

/** Returns the same day and time of a later month in UTC, or that month's last day. Both are epoch ms. */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs)
  const day = from.getUTCDate()
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const timeOfDay = fromMs - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), day)
  return first + (Math.min(day, last) - 1) * 86_400_000 + timeOfDay
}
