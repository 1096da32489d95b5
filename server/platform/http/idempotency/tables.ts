import type { Instant } from '../../db/database.ts'

interface IdempotencyKeysTable {
  account_id: string
  /** Hash of the caller and the key. */
  key_hash: Buffer
  id: string
  /** Hash of method, address and body. */
  request_hash: Buffer
  state: 'in_progress' | 'done' | 'unknown'
  status: number | null
  /** The answer's body, encrypted. */
  answer: Buffer | null
  created_at: Instant
  expires_at: Instant
}

declare module '../../db/database.ts' {
  interface Database {
    idempotency_keys: IdempotencyKeysTable
  }
}
