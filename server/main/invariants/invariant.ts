/** Kinds of checked objects, with their key types. */
export const SUBJECTS = {
  entries: 'uuid',
  invoices: 'uuid',
  memos: 'uuid',
  customers: 'uuid',
  payments: 'uuid',
  /** Sources of entries: invoices, payments, refunds. */
  sources: 'uuid',
  /** Days with ledger entries. */
  days: 'date',
  /** Due dates. */
  dues: 'date',
  /** First days of months with ledger entries. */
  months: 'date',
} as const

export type Subject = keyof typeof SUBJECTS

/** Returns the condition that selects a table's rows, given its name in the query and its key column. */
export type Of = (table: string, column: string) => string

/** One rule of the books: its query returns a row, key and description, for each breach. */
export interface Invariant {
  readonly name: string
  readonly of: Subject
  readonly query: (of: Of) => string
}

export const invariant = (of: Subject, name: string, query: (of: Of) => string): Invariant => ({
  name,
  of,
  query,
})
