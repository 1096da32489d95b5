import type { Generated, Selectable } from 'kysely'
import type { AnswerSource, DisputeReason, PromiseState } from '../../../domain/invoices/answers.ts'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

interface PromisesTable {
  account_id: string
  id: string
  invoice_id: string
  customer_id: string
  promised_on: DateText
  amount_minor: Minor | null
  owed_minor: Minor
  note: string
  source: AnswerSource
  recorded_by: string | null
  state: Generated<PromiseState>
  ended_by: Generated<string | null>
  ended_at: Generated<Instant | null>
  outcome: Generated<string>
  created_at: Instant
}

interface DisputesTable {
  account_id: string
  id: string
  invoice_id: string
  customer_id: string
  reason: DisputeReason
  text: string
  amount_minor: Minor | null
  source: AnswerSource
  recorded_by: string | null
  state: Generated<'open' | 'resolved'>
  resolved_by: Generated<string | null>
  resolved_at: Generated<Instant | null>
  resolution: Generated<string>
  created_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    promises: PromisesTable
    disputes: DisputesTable
  }
}

export type PromiseRow = Selectable<PromisesTable>
export type DisputeRow = Selectable<DisputesTable>
