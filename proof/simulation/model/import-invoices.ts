import type { Books, ReplySummary } from './books.ts'
import { addDays } from './figures.ts'
import { TERM_DAYS } from './invoices.ts'
import type { ImportedRow, ImportOperation } from './operations.ts'

/**
 * Imported invoices are open, with the amount paid before the import. Rejects invalid rows and imports each
 * number once. A worker that dies is followed by one that finishes the import.
 */
export function importInvoices(books: Books, { rows }: ImportOperation): ReplySummary {
  const outcomes = rows.map((row) => importRow(books, row))
  return { status: 200, rowOutcomes: outcomes.sort().join(' ') }
}

type RowOutcome = 'create' | 'reject' | 'unchanged'

function importRow(books: Books, row: ImportedRow): RowOutcome {
  const { key, number, customer, total, paid, terms, date } = row
  if (total <= 0n || paid > total) return 'reject'
  const known = books.invoices.get(key)
  if (known)
    return known.customer === customer && known.importFingerprint === fingerprint(row)
      ? 'unchanged'
      : 'reject'
  books.invoices.set(key, {
    key,
    id: '',
    customer,
    state: 'open',
    lines: [{ quantity: 10_000n, price: total, discount: 0n, tax: 0n }],
    terms,
    date,
    due: addDays(date, TERM_DAYS[terms]),
    total,
    tax: 0n,
    revision: 1,
    issuedAt: books.now,
    number,
    importFingerprint: fingerprint(row),
    paidBeforeImport: paid,
    writtenOff: 0n,
    linkGeneration: 0,
  })
  return 'create'
}

const fingerprint = ({ customer, total, paid }: ImportedRow): string => `${customer} ${total} ${paid}`
