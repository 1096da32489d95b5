const DEFAULT_MS = 60_000
const MAX_MS = 24 * 60 * 60_000

/**
 * Milliseconds that an answer asks to wait: its Retry-After in seconds or as a date (RFC 9110, 10.2.3), else a minute. A date is
 * compared with the date of the answer itself, since the other clock may differ from ours. At most a day.
 */
export function readRetryAfter(headers: Headers): number {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value) * 1000, MAX_MS) // not money: seconds
  const untilMs = Date.parse(value) // an instant of the other clock
  const atMs = Date.parse(headers.get('date') ?? '') // an instant of the other clock
  const waitMs = untilMs - atMs
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, MAX_MS) : DEFAULT_MS
}
