import type { Instant } from '../../platform/db/database.ts'

export interface SpentAuthorizationsTable {
  secret_hash: Buffer
  expires_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    spent_authorizations: SpentAuthorizationsTable
  }
}
