import type { ColumnType, Generated, Selectable } from 'kysely'
import type { RemoteKind } from '../../gateways/accounting/port.ts'
import type { Instant, Json, Minor } from '../../platform/db/database.ts'

interface AccountingConnectionsTable {
  account_id: string
  id: string
  provider: string
  status: 'connected' | 'disconnected'
  remote_id: string
  name: string
  credentials: Buffer | null
  connected_at: Instant
  connected_by: string | null
  posts_since: Instant
  ended_at: Instant | null
  ended_by: 'staff' | 'platform' | null
  deposit_account: Generated<string>
  fee_item: Generated<string>
  fee_tax_code: Generated<string>
  surcharge_item: Generated<string>
  surcharges_since: Instant | null
  sync_status: Generated<'none' | 'queued' | 'in_progress'>
  sync_phase: RemoteKind | 'changes' | null
  sync_cursor: string | null
  sync_full: Generated<boolean>
  sync_started_at: Instant | null
  sync_done: Generated<Minor>
  sync_total: Minor | null
  changes_position: string | null
  next_position: string | null
  last_sync_at: Instant | null
  first_sync_at: Instant | null
  fresh_at: Instant | null
  next_sync_at: Instant | null
  failures: Generated<number>
  failure: string | null
  claim: string | null
  claimed_until: Instant | null
}

interface AccountingLinksTable {
  account_id: string
  connection_id: string
  kind: RemoteKind
  remote_id: string
  local_id: string | null
  version: string
  state: Generated<'live' | 'gone' | 'merged'>
  url: Generated<string>
  seen_at: Instant
  /** When it was recognized after a move; null for one that was always read here. */
  recognized_at: Instant | null
  /** The customer here that a merged record was before. */
  merged_from: string | null
  /** The platform's id of a customer's parent that is not here yet. */
  awaited_parent: string | null
}

/** The part of a payment or of a use of credit that is to be posted. Amounts are whole numbers of minor units as text. */
export interface Wanted {
  readonly customer: string
  readonly currency: string
  readonly total: string
  readonly on: string
  readonly memo: string | null
  readonly shares: readonly { readonly invoice: string; readonly amount: string }[]
  /** Only of a late fee: its invoice and text. */
  readonly invoice?: string
  readonly text?: string
}

/** A part of a post that former books have. The amount is a whole number of minor units as text. */
export interface FormerShare {
  readonly invoice: string
  readonly memo: string | null
  readonly amount: string
  readonly remote: string | null
}

export type PostKind = 'payment' | 'credit' | 'late_fee' | 'surcharge'

interface AccountingPostsTable {
  account_id: string
  connection_id: string
  kind: PostKind
  subject_id: string
  state: 'waiting' | 'asked' | 'by_hand' | 'posted' | 'removed' | 'conflict' | 'left_out'
  generation: Generated<number>
  reference: string
  wanted: Json<Wanted>
  step: 'post' | 'reverse' | null
  as_credit: Generated<boolean>
  remote_id: string | null
  remote_version: Generated<string>
  url: Generated<string>
  attempts: Generated<number>
  next_at: Instant | null
  failure: string | null
  posted_at: Instant | null
  asked_at: Instant | null
  created_at: Instant
  /** Set while other books than its own count as knowing something else of it. */
  former_shares: ColumnType<readonly FormerShare[] | null, string | null | undefined, null>
}

interface AccountingPostSharesTable {
  account_id: string
  kind: PostKind
  subject_id: string
  invoice_id: string
  credit_memo_id: string | null
  amount_minor: Minor
  remote_id: string | null
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export type ConflictKind =
  | 'not_posted'
  | 'partly_joined'
  | 'removed_there'
  | 'paid_twice'
  | 'void_but_paid'
  | 'not_read'
  | 'memo_changed'
  | 'customer_gone'
  | 'over_quota'
  | 'entered_otherwise'
  | 'other_books'
  | 'not_in_books'

interface AccountingConflictsTable {
  account_id: string
  id: string
  connection_id: string
  cause: string
  kind: ConflictKind
  subject_type: PostKind | 'invoice' | 'credit_memo' | 'customer'
  subject_id: string | null
  title: string
  ours: Json<readonly Fact[]>
  theirs: Json<readonly Fact[]>
  opened_at: Instant
  closed_at: Instant | null
  closed_by: string | null
  choice: string | null
  carried_out_at: Instant | null
  /** Ids of the records that a decision concerns which is carried out later. */
  subject_ids: string[] | null
}

interface AccountingSyncsTable {
  account_id: string
  id: string
  connection_id: string
  full_reading: boolean
  started_at: Instant
  finished_at: Instant | null
  customers: Generated<number>
  invoices: Generated<number>
  credit_memos: Generated<number>
  payments: Generated<number>
  posted: Generated<number>
  /** Records that were removed there again. */
  removed: Generated<number>
  /** Posts from now on have a row of their own. */
  is_over: Generated<boolean>
  failure: string | null
}

interface AccountingCompaniesTable {
  company_hash: Buffer
  account_id: string
}

interface AccountingInboxTable {
  account_id: string
  id: string
  connection_id: string
  event_id: string
  kind: RemoteKind | 'other'
  operation: 'changed' | 'deleted' | 'merged'
  remote_id: string
  merged_from: string | null
  raw_event: string
  received_at: Instant
  handled_at: Instant | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    accounting_companies: AccountingCompaniesTable
    accounting_inbox: AccountingInboxTable
    accounting_connections: AccountingConnectionsTable
    accounting_links: AccountingLinksTable
    accounting_posts: AccountingPostsTable
    accounting_post_shares: AccountingPostSharesTable
    accounting_conflicts: AccountingConflictsTable
    accounting_syncs: AccountingSyncsTable
  }
}

export type ConnectionRow = Selectable<AccountingConnectionsTable>
export type LinkRow = Selectable<AccountingLinksTable>
export type PostRow = Selectable<AccountingPostsTable>
export type ConflictRow = Selectable<AccountingConflictsTable>
export type InboxRow = Selectable<AccountingInboxTable>
export type SyncRow = Selectable<AccountingSyncsTable>

/** A platform's records that are applied together, and its name for people. */
export interface Applied {
  readonly connection: ConnectionRow
  readonly platform: string
}
