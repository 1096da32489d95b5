import type { PaymentStatus, PaymentType } from '../../../../domain/payments/payment-status.ts'
import type { Instant, Json, Minor } from '../../../platform/db/database.ts'
import type { MethodFacts, ProcessorReason } from '../port.ts'
import type { Behavior, Ripening } from './behaviors.ts'

export interface SandboxChargesTable {
  account_id: string
  ref: string
  our_id: string
  idempotency_key: string
  request_hash: Buffer
  type: PaymentType
  status: PaymentStatus
  currency: string
  amount_minor: Minor
  captured_minor: Minor
  refunded_minor: Minor
  /** JSON text of a ProcessorReason. */
  reason: string | null
  method: Json<MethodFacts>
  stored_token: string | null
  settle_at: Instant | null
  settle_as: Ripening | null
  reply_lost: boolean
  /** Set for an order: when its payer approved it on the Sandbox's page. */
  approved_at: Instant | null
  customer_ref: string
  /** Description shown to the payer. */
  description: string
  created_at: Instant
  updated_at: Instant
}

export interface SandboxRefundsTable {
  account_id: string
  ref: string
  charge_ref: string
  our_id: string
  idempotency_key: string
  currency: string
  amount_minor: Minor
  created_at: Instant
}

interface SandboxMethodsTable {
  account_id: string
  token: string
  customer_ref: string
  method: Json<MethodFacts>
  behavior: Behavior
  created_at: Instant
}

interface SandboxRepliesTable {
  account_id: string
  idempotency_key: string
  request_hash: Buffer
  reply: Json<unknown> | null
  created_at: Instant
}

interface SandboxEventsTable {
  account_id: string
  id: string
  kind: string
  charge_ref: string
  created_at: Instant
  delivered_at: Instant | null
}

declare module '../../../platform/db/database.ts' {
  interface Database {
    sandbox_charges: SandboxChargesTable
    sandbox_refunds: SandboxRefundsTable
    sandbox_methods: SandboxMethodsTable
    sandbox_replies: SandboxRepliesTable
    sandbox_events: SandboxEventsTable
  }
}

export type { ProcessorReason }
