import type { Generated, Selectable } from 'kysely'
import type { StatementKind } from '../../../domain/statements/statement-kind.ts'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

interface StatementSettingsTable {
  account_id: string
  kind: StatementKind
  send_day: number | null
  send_hour: number
  only_open: boolean
  on_since: DateText | null
}

interface StatementRunsTable {
  account_id: string
  id: string
  source: 'schedule' | 'staff'
  kind: StatementKind
  period_from: DateText
  period_to: DateText
  only_open: boolean
  state: 'running' | 'done' | 'failed' | 'canceled'
  after_customer: string | null
  customers_total: number
  customers_done: Generated<number>
  sent_count: Generated<number>
  failed_count: Generated<number>
  failure: string | null
  created_by: string | null
  created_at: Instant
  finished_at: Instant | null
}

interface StatementsTable {
  account_id: string
  id: string
  customer_id: string
  currency: string
  kind: StatementKind
  period_from: DateText
  period_to: DateText
  number: string
  closed_at: Instant
  opening_minor: Minor
  closing_minor: Minor
  owed_minor: Minor
  overdue_minor: Minor
  open_count: number
  file_id: string
  run_id: string | null
  to_address: Generated<string | null>
  mail_ids: Generated<string[]>
  sent_at: Generated<Instant | null>
  issued_by: string | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    statement_settings: StatementSettingsTable
    statement_runs: StatementRunsTable
    statements: StatementsTable
  }
}

export type StatementSettingsRow = Selectable<StatementSettingsTable>
export type StatementRunRow = Selectable<StatementRunsTable>
export type StatementRow = Selectable<StatementsTable>
