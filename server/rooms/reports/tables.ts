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

/** Finds a link's account by the token, before the account is known. */
interface ReportLinkTokensTable {
  token_hash: Buffer
  account_id: string
  link_id: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    report_links: ReportLinksTable
    report_link_tokens: ReportLinkTokensTable
  }
}
