import type { Selectable } from 'kysely'
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

declare module '../../platform/db/database.ts' {
  interface Database {
    payment_connections: PaymentConnectionsTable
  }
}

export type ConnectionRow = Selectable<PaymentConnectionsTable>
