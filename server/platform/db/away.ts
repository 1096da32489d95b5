/**
 * SQLSTATEs of temporary failures: connections that broke or can't be made (08, 57P), out of disk, memory or
 * connections (53, 58030), a server that is read-only after a failover (25006), a statement that timed out,
 * usually on a lock (57014, 55P03).
 */
const PASSING_STATES = /^(08|53|57P|57014$|55P03$|58030$|25006$)/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of the driver for the same failures, which have no code. */
const DRIVER =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|not currently accepting connections/

/** True when the database is temporarily unavailable, which is not a bug of the caller. */
export function isDatabaseAway(error: unknown): boolean {
  // None of several servers can be reached.
  if (error instanceof AggregateError && !('code' in error)) return error.errors.some(isDatabaseAway)
  const { code = '', message = '', syscall } = (error ?? {}) as Partial<Record<string, unknown>>
  if (typeof code !== 'string') return false
  if (PASSING_STATES.test(code) || NETWORK.has(code)) return true
  // The socket file is missing while the server is down.
  if (code === 'ENOENT') return syscall === 'connect'
  return DRIVER.test(String(message))
}
