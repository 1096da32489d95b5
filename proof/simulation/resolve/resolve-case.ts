import type { Command } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { choose, type Resolved, valuesOf } from './selection.ts'

/** Usually chooses an open case. */
export function resolveCase(
  books: Books,
  command: Extract<Command, { kind: 'recheck' | 'closeCase' }>,
): Resolved {
  const found = choose(valuesOf(books.cases), (one) => one.state === 'open', command.case)
  if (!found) return null
  return command.kind === 'recheck'
    ? { op: 'recheck', case: found.id, silent: command.silent }
    : { op: 'closeCase', case: found.id, crash: command.crash }
}
