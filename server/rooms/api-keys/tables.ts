import type { Selectable } from 'kysely'
import type { ApiScope } from '../../../domain/people/api-scopes.ts'
import type { Instant } from '../../platform/db/database.ts'

interface ApiKeysTable {
  account_id: string
  id: string
  name: string
  /** How the key begins and its last four characters. */
  prefix: string
  ending: string
  key_hash: Buffer
  scopes: readonly ApiScope[]
  created_by: string
  created_at: Instant
  expires_at: Instant | null
  last_used_at: Instant | null
  revoked_at: Instant | null
  revoked_by: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    api_keys: ApiKeysTable
  }
}

export type ApiKeyRow = Selectable<ApiKeysTable>
