import type { Selectable } from 'kysely'
import type { PaymentType } from '../../../domain/payments/payment-status.ts'
import type { Instant } from '../../platform/db/database.ts'

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
  ended_at: Instant | null
  ended_by: 'staff' | 'processor' | null
}

interface ProcessorChoicesTable {
  account_id: string
  type: PaymentType
  /** Empty for all currencies without a choice of their own. */
  currency: string
  provider: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payment_connections: PaymentConnectionsTable
    processor_choices: ProcessorChoicesTable
  }
}

export type ConnectionRow = Selectable<PaymentConnectionsTable>
