/** Objects in the shape in which the API returns them. References are ids; `expand` replaces them in the answer. */
export interface WireObject {
  readonly id: string
  readonly object: string
  readonly created: number
  [field: string]: unknown
}

type Metadata = Record<string, string>

export interface BillingDetails {
  address: Record<string, string | null>
  email: string | null
  name: string | null
  phone: string | null
  tax_id: string | null
}

export interface PaymentMethod extends WireObject {
  readonly object: 'payment_method'
  readonly type: 'card' | 'us_bank_account'
  customer: string | null
  billing_details: BillingDetails
  metadata: Metadata
}

export interface Customer extends WireObject {
  readonly object: 'customer'
  email: string | null
  name: string | null
  metadata: Metadata
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded'

export interface PaymentIntent extends WireObject {
  readonly object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  application_fee_amount: number | null
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: string
  client_secret: string
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: Record<string, unknown> | null
  latest_charge: string | null
  metadata: Metadata
  next_action: Record<string, unknown> | null
  payment_method: string | null
  payment_method_options: Record<string, Record<string, unknown>>
  payment_method_types: string[]
  processing: Record<string, unknown> | null
  receipt_email: string | null
  setup_future_usage: string | null
  status: IntentStatus
}

export interface SetupIntent extends WireObject {
  readonly object: 'setup_intent'
  client_secret: string
  customer: string | null
  last_setup_error: Record<string, unknown> | null
  mandate: string | null
  metadata: Metadata
  next_action: Record<string, unknown> | null
  payment_method: string | null
  payment_method_options: Record<string, Record<string, unknown>>
  payment_method_types: string[]
  status: IntentStatus
}

export interface Charge extends WireObject {
  readonly object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  application_fee_amount: number | null
  balance_transaction: string | null
  captured: boolean
  currency: string
  customer: string | null
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  outcome: Record<string, unknown> | null
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: string; [type: string]: unknown }
  refunded: boolean
  status: 'pending' | 'failed' | 'succeeded'
}

export interface Refund extends WireObject {
  readonly object: 'refund'
  readonly amount: number
  readonly charge: string
  readonly payment_intent: string
  readonly currency: string
  balance_transaction: string | null
  metadata: Metadata
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

export interface Dispute extends WireObject {
  readonly object: 'dispute'
  readonly amount: number
  readonly charge: string
  readonly currency: string
  balance_transactions: BalanceTransaction[]
  is_charge_refundable: boolean
  status: 'needs_response' | 'under_review' | 'lost' | 'won'
}

export interface BalanceTransaction extends WireObject {
  readonly object: 'balance_transaction'
  readonly amount: number
  readonly fee: number
  readonly net: number
  readonly currency: string
  readonly available_on: number
  readonly source: string
  status: 'available' | 'pending'
}

export interface Payout extends WireObject {
  readonly object: 'payout'
  readonly amount: number
  readonly currency: string
  status: 'in_transit' | 'paid' | 'failed'
}

export interface Mandate extends WireObject {
  readonly object: 'mandate'
  readonly payment_method: string
  status: 'active' | 'inactive'
}

export interface StripeEvent extends WireObject {
  readonly object: 'event'
  readonly type: string
  readonly account?: string
  readonly data: { readonly object: object }
}

export interface StripeAccount extends WireObject {
  readonly object: 'account'
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  requirements: object
}

/** Requirements that Stripe waits for before an account can be paid. */
export function requirementsOf(enabled: boolean): StripeAccount['requirements'] {
  const due = enabled ? [] : ['business_profile.url', 'external_account', 'tos_acceptance.date']
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: enabled ? null : 'requirements.past_due',
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  }
}
