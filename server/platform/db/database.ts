import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/**
 * All tables by name. Each room adds its own in its tables.ts:
 * `declare module '…/platform/db/database.ts' { interface Database { customers: CustomersTable } }`
 */
export interface Database {
  stored_files: StoredFilesTable
  mail_messages: MailMessagesTable
  demo_mailbox: DemoMailboxTable
  audit_entries: AuditEntriesTable
  throttle_counters: ThrottleCountersTable
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** timestamptz: a Date both ways. */
export type Instant = Date
/** bigint: money in minor units and other whole numbers. */
export type Minor = bigint
/** date: an ISO calendar date, 'YYYY-MM-DD'. */
export type DateText = string
/** jsonb: read parsed, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>

interface StoredFilesTable {
  account_id: string
  id: string
  name: string
  media_type: string
  sha256: Buffer
  bytes: Buffer
  created_at: Instant
}

interface MailMessagesTable {
  account_id: string
  id: string
  kind: string
  from_name: string
  to_address: string
  subject: string
  text_body: string
  html_body: string
  reply_to: Generated<string>
  attachments: Json<{ fileId: string; name: string; cid?: string }[]>
  related_type: string | null
  related_id: string | null
  status: Generated<'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'canceled'>
  failure: string | null
  maybe_delivered: Generated<boolean>
  once_key: Generated<string | null>
  at_most_once: Generated<boolean>
  /** Message that this one answers, by which mail programs show both together. */
  in_reply_to: Generated<string | null>
  unsubscribe_url: Generated<string>
  next_try_at: Instant
  give_up_at: Instant
  created_at: Instant
  sent_at: Instant | null
}

interface DemoMailboxTable {
  id: string
  to_address: string
  from_name: string
  subject: string
  text_body: string
  html_body: string
  attachments: Json<{ name: string; media_type: string; content_base64: string }[]>
  sent_at: Instant
}

export interface AuditEntriesTable {
  account_id: string
  id: string
  at: Instant
  actor_kind: 'staff' | 'customer' | 'pay_link' | 'preview' | 'api_key' | 'system'
  actor_id: string | null
  actor_label: string
  action: string
  area: ColumnType<string, never, never>
  object_type: string
  object_id: string | null
  detail: Json<Record<string, unknown>>
  ip: string | null
  request_id: string
}

interface ThrottleCountersTable {
  key: string
  window_started_at: Instant
  hits: number
  failures: number
  blocked_until: Instant | null
}
