import type { Generated } from 'kysely'
import type { CollectedSource } from '../../../contract/reports/sources.ts'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

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

interface ReportCursorsTable {
  account_id: string
  sequence: Minor
}

interface AgingMonthsTable {
  account_id: string
  booked_month: DateText
  due_date: DateText
  currency: string
  owed_minor: Minor
}

interface CustomerAgingMonthsTable {
  account_id: string
  booked_month: DateText
  currency: string
  customer_id: string
  due_date: DateText
  owed_minor: Minor
}

interface CollectedEntriesTable {
  account_id: string
  entry_id: string
  currency: string
  booked_on: DateText
  source: CollectedSource
  step_name: string
  collected_minor: Minor
}

interface PaymentDelaysTable {
  account_id: string
  currency: string
  customer_id: string
  weeks_late: number
  paid_minor: Minor
}

interface CollectedMonthsTable {
  account_id: string
  booked_month: DateText
  currency: string
  source: CollectedSource
  step_name: string
  collected_minor: Minor
  payments: bigint
}

declare module '../../platform/db/database.ts' {
  interface Database {
    report_links: ReportLinksTable
    report_link_tokens: ReportLinkTokensTable
    report_cursors: ReportCursorsTable
    aging_months: AgingMonthsTable
    customer_aging_months: CustomerAgingMonthsTable
    collected_entries: CollectedEntriesTable
    payment_delays: PaymentDelaysTable
    collected_months: CollectedMonthsTable
  }
}
