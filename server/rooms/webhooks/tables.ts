import type { Generated, Selectable } from 'kysely'
import type { EventType } from '../../../domain/accounts/event-types.ts'
import type { Instant } from '../../platform/db/database.ts'

interface WebhookEndpointsTable {
  account_id: string
  id: string
  url: string
  description: string
  /** Empty: all types. */
  event_types: readonly EventType[]
  state: 'enabled' | 'disabled' | 'failed'
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Instant | null
  /** Events up to this seal have deliveries, or were not chosen. */
  position: bigint
  failing_since: Instant | null
  disabled_at: Instant | null
  created_at: Instant
  created_by: string
}

interface WebhookDeliveriesTable {
  account_id: string
  id: string
  endpoint_id: string
  /** Null for a test. */
  event_id: string | null
  event_type: string
  replay: number
  position: bigint
  payload: string
  state: 'waiting' | 'delivered' | 'failed'
  attempt_count: Generated<number>
  next_at: Instant | null
  last_status: number | null
  last_problem: string | null
  created_at: Instant
  finished_at: Instant | null
}

interface WebhookAttemptsTable {
  account_id: string
  delivery_id: string
  number: number
  at: Instant
  duration_ms: number
  status: number | null
  problem: string | null
  answer: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    webhook_endpoints: WebhookEndpointsTable
    webhook_deliveries: WebhookDeliveriesTable
    webhook_attempts: WebhookAttemptsTable
  }
}

export type EndpointRow = Selectable<WebhookEndpointsTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>
export type AttemptRow = Selectable<WebhookAttemptsTable>
