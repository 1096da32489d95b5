import type { ColumnType } from 'kysely'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'
import type { EntryKind, LedgerAccount } from './rules.ts'

interface LedgerHeadsTable {
  account_id: string
  sequence: Minor
  hash: Buffer
}

interface LedgerEntriesTable {
  account_id: string
  id: string
  sequence: Minor
  kind: EntryKind
  booked_on: DateText
  recorded_at: Instant
  customer_id: string | null
  source_type: string
  source_id: string
  reverses_id: string | null
  description: string
  previous_hash: Buffer
  hash: Buffer
}

interface LedgerPostingsTable {
  account_id: string
  entry_id: string
  position: number
  ledger_account: LedgerAccount
  customer_id: string | null
  invoice_id: string | null
  credit_memo_id: string | null
  currency: string
  amount_minor: Minor
}

export interface ReceivablesTable {
  account_id: string
  invoice_id: string
  customer_id: string
  currency: string
  due_date: DateText
  charged_minor: Minor
  remaining_minor: Minor
  reserved_minor: Minor
}

interface CreditBalancesTable {
  account_id: string
  credit_memo_id: string
  customer_id: string
  currency: string
  issued_minor: Minor
  remaining_minor: Minor
}

interface CustomerBalancesTable {
  account_id: string
  customer_id: string
  currency: string
  owed_minor: Minor
  paid_minor: Minor
  unapplied_minor: Minor
}

interface LedgerDaysTable {
  account_id: string
  booked_on: DateText
  currency: string
  invoiced_minor: Minor
  collected_minor: Minor
  owed_minor: Minor
}

/** Due dates that changed, until the sums of the reports have followed. */
interface DueDateChangesTable {
  account_id: string
  invoice_id: string
  id: ColumnType<bigint, never, never>
  from_date: DateText
}

declare module '../../platform/db/database.ts' {
  interface Database {
    ledger_heads: LedgerHeadsTable
    ledger_entries: LedgerEntriesTable
    ledger_postings: LedgerPostingsTable
    receivables: ReceivablesTable
    credit_balances: CreditBalancesTable
    customer_balances: CustomerBalancesTable
    ledger_days: LedgerDaysTable
    due_date_changes: DueDateChangesTable
  }
}
