import type { Command } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { addDays, today } from '../model/figures.ts'
import { feeKey } from '../model/late-fees.ts'
import { choose, type Resolved } from './selection.ts'

/** Resolves waivers of late fees, their undo, and statements. */
export function resolveFeesAndStatements(
  books: Books,
  command: Extract<Command, { kind: 'waiveFees' | 'undoWaiver' | 'statement' }>,
): Resolved {
  const { crash } = command
  switch (command.kind) {
    case 'waiveFees': {
      const chosen = command.fees.flatMap(
        (number) => choose(books.fees, (fee) => fee.waived === null, number) ?? [],
      )
      return chosen.length > 0 ? { op: 'waiveFees', fees: [...new Set(chosen.map(feeKey))], crash } : null
    }
    case 'undoWaiver': {
      const fee = choose(books.fees, (one) => one.waived !== null, command.fee)
      return fee ? { op: 'undoWaiver', fee: feeKey(fee), crash } : null
    }
    case 'statement': {
      const day = today(books)
      const { form, again } = command
      const customer = command.customer % books.customers.length
      return { op: 'statement', customer, form, from: addDays(day, -command.days), to: day, again, crash }
    }
  }
}
