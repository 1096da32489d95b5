import type { Generated } from 'kysely'
import type { DateText, Instant, Minor } from '../../../platform/db/database.ts'

export interface PayoutsTable {
  account_id: string
  id: string
  provider: string
  payout_ref: string
  status: 'on_its_way' | 'paid' | 'failed'
  currency: string
  amount_minor: Minor
  fee_minor: Minor
  arrives_on: DateText
  created_at: Instant
  seen_at: Instant
  /** The entry that books it now. */
  entry_id: Generated<string | null>
  is_booked: Generated<boolean>
}

export interface PayoutLinesTable {
  account_id: string
  payout_id: string
  position: number
  line_ref: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  payment_id: string | null
  gross_minor: Minor
  fee_minor: Minor
  /** In the currency of the payment, where that is another one. */
  own_minor: Minor | null
  own_currency: string | null
  at: Instant
}

declare module '../../../platform/db/database.ts' {
  interface Database {
    payout_lines: PayoutLinesTable
    payouts: PayoutsTable
  }
}
