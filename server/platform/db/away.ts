/**
 * PostgreSQL's own words for a passing state: connections that broke or can't be made (08, 57P), out of disk, memory or
 * connections (53, 58030), a server that only reads since it stepped down (25006), a statement that waited too long,
 * usually for somebody else's lock (57014, 55P03).
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
/** The driver's words for the same, which have no code. */
const DRIVER =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|not currently accepting connections/

/** Whether an error says that the database is away or can't do it now, which is not a bug of whoever asked it. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', syscall } = (error ?? {}) as Partial<Record<string, unknown>>
  if (typeof code !== 'string') return false
  if (PASSING_STATES.test(code) || NETWORK.has(code)) return true
  // The socket's own file is gone while the server is down.
  if (code === 'ENOENT') return syscall === 'connect'
  return DRIVER.test(String(message))
}
