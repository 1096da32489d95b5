import type { Instant } from '../db/database.ts'

interface SpentConnectionStatesTable {
  account_id: string
  state_hash: Buffer
  expires_at: Instant
}

declare module '../db/database.ts' {
  interface Database {
    spent_connection_states: SpentConnectionStatesTable
  }
}
