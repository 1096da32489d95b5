import type { Command } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { all, choose, type Resolved } from './choosing.ts'

/** Of one that is open, mostly. */
export function caseOf(books: Books, command: Extract<Command, { kind: 'recheck' | 'closeCase' }>): Resolved {
  const found = choose(all(books.cases), (one) => one.state === 'open', command.case)
  if (!found) return null
  return command.kind === 'recheck'
    ? { op: 'recheck', case: found.id, silent: command.silent }
    : { op: 'closeCase', case: found.id, crash: command.crash }
}
