import type { ColumnType, Generated, Selectable } from 'kysely'
import type { DepositTo } from '../../../domain/payments/deposit-to.ts'
import type { PaymentStatus, PaymentType } from '../../../domain/payments/payment-status.ts'
import type { DisputeFacts, NextStep } from '../../gateways/payments/port.ts'
import type { DateText, Instant, Json, Minor } from '../../platform/db/database.ts'

/** Types that staff record by hand, without a processor. */
export type ManualType = 'check' | 'bank_transfer' | 'cash' | 'other'
export type AnyPaymentType = PaymentType | ManualType
export type Channel = 'portal' | 'pay_link' | 'staff' | 'auto'

export interface PaymentsTable {
  account_id: string
  id: string
  number: string
  /** The number with padded digits, for sorting. */
  number_key: Generated<string>
  customer_id: string
  request_id: string
  request_hash: Buffer
  /** For an order: the request_id of its capture. */
  capture_request_id: string | null
  channel: Channel
  type: AnyPaymentType
  /** A processor's id, or 'manual'. */
  provider: string
  provider_ref: string | null
  status: PaymentStatus
  currency: string
  deposit_to: Generated<DepositTo>
  /** Amount for invoices, without the surcharge. */
  amount_minor: Minor
  surcharge_minor: Generated<Minor>
  /** Amount taken, surcharge included. */
  captured_minor: Generated<Minor>
  refunded_minor: Generated<Minor>
  surcharge_refunded_minor: Generated<Minor>
  /** The company keeps this: the amount less refunds, without the surcharge; 0 unless it was confirmed and stayed so. */
  collected_minor: ColumnType<bigint, never, never>
  unapplied_minor: Generated<Minor>
  method_brand: Generated<string>
  method_last4: Generated<string>
  method_expiration_year: number | null
  method_expiration_month: number | null
  stored_method_id: string | null
  store_method: Generated<boolean>
  enable_auto_payments: Generated<boolean>
  /** Version of the automatic payments text that the payer agreed to with this payment. */
  consent_text_version: number | null
  reference: Generated<string>
  /** The day on which the money came, of a payment recorded by hand. */
  received_on: DateText | null
  /** The day on which the ledger booked it as received. */
  booked_on: DateText | null
  next_step: Json<NextStep> | null
  /** The pay link that was mailed to finish the payment. */
  continue_link_id: string | null
  dispute: Json<DisputeFacts> | null
  /** Null where the processor doesn't tell it with the payment. */
  processor_fee_minor: Minor | null
  failure_code: string | null
  failure_message: string | null
  /** The processor's own code of a decline or a return. */
  failure_reason: string | null
  next_check_at: Instant | null
  check_count: Generated<number>
  /** Number of checks that the processor did not answer. */
  unanswered_checks: Generated<number>
  posted_at: Instant | null
  posted_by: string | null
  /** A person left it out of the books, where it counts as entered. */
  left_out: Generated<boolean>
  /** Address of its record in the accounting platform. */
  post_url: string | null
  receipt_message_id: string | null
  called_at: Instant | null
  late_of: string | null
  created_by: string | null
  /** The pay link session that made the payment; otherwise null. */
  session_id: string | null
  created_at: Instant
  settled_at: Instant | null
}

/** Counters that triggers on the payments table write. */
interface PaymentCountersTable {
  account_id: string
  status: PaymentStatus
  type: string
  currency: string
  posted: boolean
  id: ColumnType<bigint, never, never>
  payments: bigint
  /** Amounts with surcharges. */
  total_minor: Generated<Minor>
  collected_minor: Generated<Minor>
}

interface PaymentAllocationsTable {
  account_id: string
  payment_id: string
  invoice_id: string
  amount_minor: Minor
  reversed_minor: Generated<Minor>
  /** Order of settlement: the highest was settled last and is taken back first. */
  position: Generated<number>
  state: 'reserved' | 'applied' | 'released' | 'reversed'
}

interface PaymentUsesTable {
  account_id: string
  payment_id: string
  request_id: string
  request_hash: Buffer
  created_at: Instant
}

interface CreditUsesTable {
  account_id: string
  id: string
  customer_id: string
  request_id: string
  request_hash: Buffer
  /** Null when nothing was charged. */
  payment_id: string | null
  currency: string
  planned_minor: Minor
  /** Null until the payment is confirmed. */
  used_minor: Minor | null
  created_at: Instant
  settled_at: Instant | null
}

interface CreditUseSharesTable {
  account_id: string
  credit_use_id: string
  invoice_id: string
  position: number
  planned_minor: Minor
  used_minor: Generated<Minor>
}

interface PaymentEventsTable {
  account_id: string
  payment_id: string
  position: number
  from_status: PaymentStatus | null
  to_status: PaymentStatus
  cause: string
  at: Instant
}

export interface RefundsTable {
  account_id: string
  id: string
  payment_id: string
  request_id: string
  request_hash: Buffer
  status: 'waiting' | 'confirmed' | 'rejected'
  currency: string
  amount_minor: Minor
  /** The part of the amount that was surcharge. */
  surcharge_minor: Generated<Minor>
  reason: Generated<string>
  provider_ref: string | null
  failure_code: string | null
  failure_message: string | null
  next_check_at: Instant | null
  check_count: Generated<number>
  /** Number of checks that the processor did not answer. */
  unanswered_checks: Generated<number>
  /** Time of the last call to the processor; null when there was none. */
  called_at: Generated<Instant | null>
  created_by: string | null
  created_at: Instant
  settled_at: Instant | null
}

export interface StoredMethodsTable {
  account_id: string
  id: string
  customer_id: string
  provider: string
  provider_token_sealed: Buffer
  type: PaymentType
  brand: Generated<string>
  last_4_digits: Generated<string>
  expiration_year: number | null
  expiration_month: number | null
  auto_payments: Generated<boolean>
  name: Generated<string>
  created_at: Instant
  removed_at: Instant | null
}

export interface MethodRequestsTable {
  account_id: string
  id: string
  customer_id: string
  request_id: string
  request_hash: Buffer
  type: PaymentType
  status: Generated<'open' | 'stored' | 'declined'>
  /** Set while the payer confirms with their bank. */
  provider_ref: string | null
  stored_method_id: string | null
  failure_message: Generated<string>
  created_at: Instant
}

export type WithdrawnBecause = 'customer' | 'staff' | 'method_removed' | 'replaced' | 'declined'

export interface AutoPaymentConsentsTable {
  account_id: string
  id: string
  customer_id: string
  stored_method_id: string
  text_version: number
  agreed_at: Instant
  agreed_on: DateText
  agreed_by_kind: 'portal' | 'pay_link'
  agreed_by: string
  payment_id: string | null
  created_at: Instant
  withdrawn_at: Instant | null
  withdrawn_because: WithdrawnBecause | null
  withdrawn_by: string | null
}

interface ProcessorInboxTable {
  account_id: string
  id: string
  provider: string
  event_id: string
  kind: string
  object: Generated<'payment' | 'refund' | 'connection' | 'other'>
  object_ref: string
  raw_body: Buffer
  status: Generated<'new' | 'done' | 'skipped' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  /** Time of the next attempt, unless its job runs first. */
  next_at: Instant
  received_at: Instant
  handled_at: Instant | null
}

interface PaymentReconciliationsTable {
  account_id: string
  provider: string
  day: DateText
  started_at: Instant
  attempts: Generated<number>
  finished_at: Instant | null
  compared: number | null
  differing: number | null
  failure: string | null
  /** Charges that changed too recently, left for the next comparison. */
  moving_refs: Generated<string[]>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payments: PaymentsTable
    payment_tallies: PaymentCountersTable
    payment_allocations: PaymentAllocationsTable
    credit_uses: CreditUsesTable
    credit_use_shares: CreditUseSharesTable
    payment_events: PaymentEventsTable
    payment_uses: PaymentUsesTable
    refunds: RefundsTable
    stored_methods: StoredMethodsTable
    method_requests: MethodRequestsTable
    auto_payment_consents: AutoPaymentConsentsTable
    provider_inbox: ProcessorInboxTable
    payment_reconciliations: PaymentReconciliationsTable
  }
}

export type Payment = Selectable<PaymentsTable>
