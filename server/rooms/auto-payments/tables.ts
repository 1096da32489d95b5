import type { Selectable } from 'kysely'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'
import type { MethodProblem } from '../payments/index.ts'

interface AutoPaymentNoticesTable {
  account_id: string
  invoice_id: string
  due_date: DateText
  consent_id: string
  /** Announced amount, surcharge included. */
  total_minor: Minor
  currency: string
  charge_on: DateText
  noticed_at: Instant
}

export interface AutoPaymentProblemsTable {
  account_id: string
  consent_id: string
  problem: MethodProblem
  /** The invoice that would have been charged first. */
  invoice_id: string
  found_at: Instant
}

interface AutoPaymentTriesTable {
  account_id: string
  id: string
  invoice_id: string
  due_date: DateText
  try_no: number
  consent_id: string
  amount_minor: Minor
  state: 'open' | 'paid' | 'failed' | 'abandoned'
  payment_id: string | null
  next_at: Instant | null
  started_at: Instant
  settled_at: Instant | null
}

declare module '../../platform/db/database.ts' {
  interface Database {
    auto_payment_notices: AutoPaymentNoticesTable
    auto_payment_problems: AutoPaymentProblemsTable
    auto_payment_tries: AutoPaymentTriesTable
  }
}

export type ChargeAttempt = Selectable<AutoPaymentTriesTable>
