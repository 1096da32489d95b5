import type { Generated } from 'kysely'
import type { Instant } from '../../platform/db/database.ts'

export interface ReportLinksTable {
  account_id: string
  id: string
  recipient: string
  shows_customers: boolean
  token_hash: Buffer
  created_by: string
  created_at: Instant
  expires_at: Instant
  revoked_by: string | null
  revoked_at: Instant | null
  times_opened: Generated<number>
  last_opened_at: Instant | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    report_links: ReportLinksTable
  }
}
