import type { ImportCommand, ImportRowSpec } from '../commands.ts'
import type { Books } from '../model/books.ts'
import { addDays, today } from '../model/figures.ts'
import type { ImportedRow, ImportOperation } from '../model/operations.ts'
import { pick, type Requests, resolveAmount } from './selection.ts'

export function resolveImport(books: Books, requests: Requests, command: ImportCommand): ImportOperation {
  const rows = command.rows.map((spec) => resolveRow(books, requests, spec))
  const operation: ImportOperation = { op: 'importInvoices', rows, crash: command.crash }
  requests.imports.push(operation)
  return operation
}

function resolveRow(books: Books, requests: Requests, spec: ImportRowSpec): ImportedRow {
  const { columns, terms } = spec
  const total = BigInt(spec.total)
  const number = requests.next++
  return {
    key: `invoice ${number}`,
    number: `OLD/${number}`,
    customer: spec.customer % books.customers.length,
    total,
    paid: resolveAmount(total, spec.paid, () => false),
    columns,
    terms,
    date: addDays(today(books), -spec.daysAgo),
  }
}

/** Repeats an import, or imports another row with the same number. */
export function repeatImport(
  requests: Requests,
  { file, other }: { file: number; other: boolean },
): ImportOperation | null {
  const before = pick(requests.imports, file)
  if (!before) return null
  const [first, ...rest] = before.rows
  const rows = other ? [{ ...first!, total: first!.total + 1n }, ...rest] : before.rows
  return { ...before, rows, crash: null }
}
