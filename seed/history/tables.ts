/**
 * The only code outside the rooms that writes their tables: the columns that a history fills, in the order of
 * the values in a row. Unnamed columns keep their defaults, as they do when the rooms write.
 * seed-account.test.ts compares every column of every row with the rows that the rooms' own actions write.
 */
export const TABLES = {
  invoices: {
    lane: 'documents',
    columns: `account_id, id, customer_id, number, state, currency, invoice_date, due_date, terms, notes, subtotal_minor,
      discount_minor, tax_minor, total_minor, issued_at, closed_at, closed_because, created_at, updated_at`,
  },
  receivables: {
    lane: 'documents',
    columns: 'account_id, invoice_id, customer_id, currency, due_date, charged_minor, remaining_minor',
  },
  ledger_entries: {
    lane: 'documents',
    columns: `account_id, id, sequence, kind, booked_on, recorded_at, customer_id, source_type, source_id, reverses_id,
      description, previous_hash, hash`,
  },
  payments: {
    lane: 'documents',
    columns: `account_id, id, number, customer_id, request_id, request_hash, channel, type, provider, status, currency,
      amount_minor, captured_minor, unapplied_minor, reference, received_on, booked_on, created_at, settled_at`,
  },
  credit_memos: {
    lane: 'documents',
    columns:
      'account_id, id, customer_id, number, state, currency, issued_on, reason, total_minor, created_at',
  },
  credit_applications: {
    lane: 'documents',
    columns: 'account_id, id, credit_memo_id, invoice_id, amount_minor, applied_at, request_id, request_hash',
  },
  credit_balances: {
    lane: 'documents',
    columns: 'account_id, credit_memo_id, customer_id, currency, issued_minor, remaining_minor',
  },
  customer_balances: {
    lane: 'documents',
    columns: 'account_id, customer_id, currency, owed_minor, paid_minor, unapplied_minor',
  },
  invoice_tallies: {
    lane: 'documents',
    columns: 'account_id, scope_id, kind, currency, due_date, invoices, remaining_minor',
  },
  credit_memo_tallies: { lane: 'documents', columns: 'account_id, scope_id, state, memos' },
  payment_tallies: {
    lane: 'documents',
    columns: 'account_id, status, type, currency, posted, payments, total_minor, collected_minor',
  },
  invoice_lines: {
    lane: 'details',
    columns: `account_id, invoice_id, position, description, detail, quantity_e4, unit_price_minor, discount_ppm, tax_name,
      tax_ppm, net_minor, tax_minor`,
  },
  ledger_postings: {
    lane: 'details',
    columns: `account_id, entry_id, position, ledger_account, customer_id, invoice_id, credit_memo_id, currency, amount_minor`,
  },
  payment_allocations: {
    lane: 'details',
    columns: 'account_id, payment_id, invoice_id, amount_minor, position, state',
  },
  payment_events: {
    lane: 'details',
    columns: 'account_id, payment_id, position, from_status, to_status, cause, at',
  },
  audit_entries: {
    lane: 'details',
    columns:
      'account_id, id, at, actor_kind, actor_label, action, object_type, object_id, detail, request_id',
  },
  audit_unsealed: { lane: 'details', columns: 'account_id, entry_id' },
} as const

export type HistoryTable = keyof typeof TABLES

const BUFFER_BYTES = 1_000_000
/** Upper bound of a row. The buffer must have room for one more. */
const MAX_ROW_BYTES = 100_000

/** Buffers the rows of each table in COPY format until there are enough to send. */
export class RowBuffers {
  private readonly buffers = new Map<HistoryTable, { bytes: Buffer; used: number }>()
  private gathered = 0

  /** Adds a row: values in the order of the table's columns, each in COPY format. */
  add(table: HistoryTable, ...values: readonly (string | number | bigint)[]): void {
    let buffer = this.buffers.get(table)
    if (!buffer) {
      buffer = { bytes: Buffer.allocUnsafe(BUFFER_BYTES), used: 0 }
      this.buffers.set(table, buffer)
    }
    if (buffer.bytes.length - buffer.used < MAX_ROW_BYTES) {
      const larger = Buffer.allocUnsafe(buffer.bytes.length * 2)
      buffer.bytes.copy(larger, 0, 0, buffer.used)
      buffer.bytes = larger
    }
    const written = buffer.bytes.write(`${values.join('\t')}\n`, buffer.used)
    buffer.used += written
    this.gathered += written
  }

  /** Number of buffered bytes. */
  get size(): number {
    return this.gathered
  }

  /** Returns the buffers and starts new ones. */
  take(): [HistoryTable, Buffer][] {
    const taken = [...this.buffers].map(([table, { bytes, used }]): [HistoryTable, Buffer] => [
      table,
      bytes.subarray(0, used),
    ])
    this.buffers.clear()
    this.gathered = 0
    return taken
  }
}
