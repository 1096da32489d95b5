import type { ImportCommand, ImportRowSpec } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { plusDays, today } from '../model/figures.ts'
import type { ImportedRow, ImportOperation } from '../model/operations.ts'
import { amountOf, pick, type Requests } from './choosing.ts'

export function importOf(books: Books, requests: Requests, command: ImportCommand): ImportOperation {
  const rows = command.rows.map((wish) => rowOf(books, requests, wish))
  const operation: ImportOperation = { op: 'importInvoices', rows, crash: command.crash }
  requests.imports.push(operation)
  return operation
}

function rowOf(books: Books, requests: Requests, wish: ImportRowSpec): ImportedRow {
  const { columns: said, terms } = wish
  const total = BigInt(wish.total)
  const number = requests.next++
  return {
    key: `invoice ${number}`,
    number: `OLD/${number}`,
    customer: wish.customer % books.customers.length,
    total,
    paid: amountOf(total, wish.paid, () => false),
    said,
    terms,
    date: plusDays(today(books), -wish.daysAgo),
  }
}

/** The same file again, or one that says something else under the same number. */
export function importAgain(
  requests: Requests,
  { file, other }: { file: number; other: boolean },
): ImportOperation | null {
  const before = pick(requests.imports, file)
  if (!before) return null
  const [first, ...rest] = before.rows
  const rows = other ? [{ ...first!, total: first!.total + 1n }, ...rest] : before.rows
  return { ...before, rows, crash: null }
}
