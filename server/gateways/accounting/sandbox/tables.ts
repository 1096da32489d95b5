import type { Instant, Json } from '../../../platform/db/database.ts'
import type { RemoteKind } from '../records.ts'
import type { StoredRecord } from './stored-records.ts'

interface SandboxBooksTable {
  account_id: string
  kind: RemoteKind
  ref: string
  version: number
  change_number: bigint
  is_deleted: boolean
  record: Json<StoredRecord>
}

interface SandboxBooksHeadsTable {
  account_id: string
  last_change: bigint
  made: number
  is_closed: boolean
}

interface SandboxBooksKeysTable {
  account_id: string
  idempotency_key: string
  ref: string
  created_at: Instant
}

declare module '../../../platform/db/database.ts' {
  interface Database {
    sandbox_books: SandboxBooksTable
    sandbox_books_heads: SandboxBooksHeadsTable
    sandbox_books_keys: SandboxBooksKeysTable
  }
}
