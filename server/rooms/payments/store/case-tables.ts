import type { Generated } from 'kysely'
import type { CaseKind } from '../../../../contract/payments/payment-cases.ts'
import type { Instant, Minor } from '../../../platform/db/database.ts'

export interface PaymentCasesTable {
  account_id: string
  id: string
  provider: string
  kind: CaseKind
  subject: string
  payment_id: string | null
  provider_ref: string | null
  booked_minor: Minor | null
  booked_currency: string | null
  observed_minor: Minor | null
  observed_currency: string | null
  opened_at: Instant
  seen_at: Instant
  told_at: Instant | null
  closed_at: Instant | null
  closed_by: string | null
  note: Generated<string>
}

declare module '../../../platform/db/database.ts' {
  interface Database {
    payment_cases: PaymentCasesTable
  }
}
