import type { ColumnType, Generated } from 'kysely'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

interface CreditMemosTable {
  account_id: string
  id: string
  customer_id: string
  number: string
  state: 'open' | 'void'
  currency: string
  issued_on: DateText
  reason: string
  total_minor: Minor
  /** Money received at an accounting platform that settles no invoice yet; no document. */
  received: Generated<boolean>
  /** True when no connected books have it since the account moved to others. */
  kept_after_move: Generated<boolean>
  created_by: string | null
  created_at: Instant
  /** The caller's idempotency key, and the hash of the request's values. */
  request_id: string | null
  request_hash: Buffer | null
}

interface CreditApplicationsTable {
  account_id: string
  id: string
  credit_memo_id: string
  invoice_id: string
  amount_minor: Minor
  applied_at: Instant
  applied_by: string | null
  unapplied_at: Instant | null
  unapplied_by: string | null
  /** The caller's idempotency key, and the hash of the request's values. */
  request_id: string | null
  request_hash: Buffer | null
}

/**
 * Counters of memos by state, for the account and for each customer. Triggers append changes, which are
 * merged later.
 */
interface CreditMemoCountersTable {
  account_id: string
  scope_id: string
  state: 'open' | 'void'
  id: ColumnType<bigint, never, never>
  memos: bigint
}

declare module '../../platform/db/database.ts' {
  interface Database {
    credit_memos: CreditMemosTable
    credit_applications: CreditApplicationsTable
    credit_memo_tallies: CreditMemoCountersTable
  }
}
