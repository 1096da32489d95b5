import { isoInstant, systemClock } from './clock.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'
const ORDER: LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

export interface Log {
  error(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  info(message: string, facts?: Record<string, unknown>): void
}

/** Names whose values never reach a log. */
const SECRET = /authorization|token|password|secret|code|card|number|cvc|cookie/i

/** One JSON object a line, on standard error, so that standard output stays for people. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const most = ORDER.indexOf(level)
  const emit =
    (at: LogLevel) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (ORDER.indexOf(at) > most) return
      write(
        `${JSON.stringify({ at: isoInstant(systemClock.wallNow()), level: at, message, ...redact(facts) })}\n`,
      )
    }
  return { error: emit('error'), warn: emit('warn'), info: emit('info') }
}

function redact(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => {
      if (value instanceof Error)
        return [key, { name: value.name, message: value.message, stack: value.stack }]
      return [key, SECRET.test(key) ? '[redacted]' : value]
    }),
  )
}
