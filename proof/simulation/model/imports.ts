import type { Answer, Books } from './books.ts'
import { plusDays } from './figures.ts'
import { DAYS } from './invoices.ts'
import type { ImportedRow, ImportOperation } from './operations.ts'

/**
 * Invoices that were written elsewhere are out at once, each worth its total, and what was paid of it before stands
 * beside it. What can't be is left out; a number is written once. A worker that dies at it goes on where it stopped.
 */
export function importInvoices(books: Books, { rows }: ImportOperation): Answer {
  const fates = rows.map((row) => write(books, row))
  return { status: 200, told: fates.sort().join(' ') }
}

type RowOutcome = 'create' | 'reject' | 'unchanged'

function write(books: Books, row: ImportedRow): RowOutcome {
  const { key, number, customer, total, paid, terms, date } = row
  if (total <= 0n || paid > total) return 'reject'
  const known = books.invoices.get(key)
  if (known) return known.customer === customer && known.imported === told(row) ? 'unchanged' : 'reject'
  books.invoices.set(key, {
    key,
    id: '',
    customer,
    state: 'open',
    lines: [{ quantity: 10_000n, price: total, discount: 0n, tax: 0n }],
    terms,
    date,
    due: plusDays(date, DAYS[terms]),
    total,
    tax: 0n,
    revision: 1,
    issuedAt: books.now,
    number,
    imported: told(row),
    formerlyPaid: paid,
    writtenOff: 0n,
    links: 0,
  })
  return 'create'
}

/** What of a row tells it from another under the same number. */
const told = ({ customer, total, paid }: ImportedRow): string => `${customer} ${total} ${paid}`
