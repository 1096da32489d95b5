import type { Instant } from '../../platform/db/database.ts'

/** Encrypted texts of logins by a provider that were used. Unused ones are not stored. */
export interface SpentAuthorizationsTable {
  secret_hash: Buffer
  expires_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    spent_authorizations: SpentAuthorizationsTable
  }
}
