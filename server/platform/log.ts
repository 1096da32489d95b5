import { AsyncLocalStorage } from 'node:async_hooks'
import { isoInstant, systemClock } from './clock.ts'
import { scrub } from './scrub.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'
const ORDER: LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

export interface Log {
  error(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  info(message: string, facts?: Record<string, unknown>): void
}

const requests = new AsyncLocalStorage<string>()

/** Adds the request's id to every line that is logged while `work` runs. */
export const underRequest = <T>(requestId: string, work: () => T): T => requests.run(requestId, work)

/** Writes one JSON object a line to standard error. Standard output stays free for people. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const most = ORDER.indexOf(level)
  const emit =
    (at: LogLevel) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (ORDER.indexOf(at) > most) return
      const requestId = requests.getStore()
      const line = {
        at: isoInstant(systemClock.wallNow()),
        level: at,
        message,
        ...(requestId !== undefined && { requestId }),
        ...(scrub(facts) as object),
      }
      write(`${JSON.stringify(line)}\n`)
    }
  return { error: emit('error'), warn: emit('warn'), info: emit('info') }
}
