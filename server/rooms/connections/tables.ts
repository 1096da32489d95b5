import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PaymentType } from '../../../domain/payments/payment-status.ts'
import type { ProcessorErrorKind } from '../../gateways/payments/port.ts'
import type { Instant } from '../../platform/db/database.ts'

/** How a call failed that did not reach the processor or was not let in. */
export type ConnectionFailure = Extract<
  ProcessorErrorKind,
  'auth' | 'not_connected' | 'rate_limited' | 'unavailable' | 'unknown_outcome'
>

interface PaymentConnectionsTable {
  account_id: string
  id: string
  provider: string
  status: 'connected' | 'disconnected'
  remote_id: string
  name: string
  live: boolean
  credentials: Buffer
  connected_at: Instant
  connected_by: string | null
  /** Since when it is this business of the company; earlier payments were taken by another one. */
  business_since: Instant
  ended_at: Instant | null
  ended_by: 'staff' | 'processor' | null
  /** When a new token is asked for; null where access doesn't expire. */
  refresh_at: Generated<Date | null>
  refresh_lease: Generated<string | null>
  refresh_leased_until: Generated<Date | null>
  worked_at: Generated<Date | null>
  failed_at: Generated<Date | null>
  failure: Generated<ConnectionFailure | null>
  /** The account was opened at the processor from here. */
  opened_here: Generated<boolean>
  /** False while the processor takes no payments for the account; `missing` says what it waits for. */
  charges_enabled: Generated<boolean>
  missing: Generated<string[]>
  /** The accounts that the company chose, by `depositKey`. */
  deposit_accounts: ColumnType<Record<string, string>, string | undefined, string>
}

interface ProcessorChoicesTable {
  account_id: string
  type: PaymentType
  /** Empty for all currencies without a choice of their own. */
  currency: string
  provider: string
}

interface ConnectedBusinessesTable {
  business_hash: Buffer
  account_id: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payment_connections: PaymentConnectionsTable
    connected_businesses: ConnectedBusinessesTable
    processor_choices: ProcessorChoicesTable
  }
}

export type ConnectionRow = Selectable<PaymentConnectionsTable>
