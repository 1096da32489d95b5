/** Objects as PayPal's interface shows them. */
export interface WireMoney {
  readonly currency_code: string
  readonly value: string
}

export interface WireLink {
  readonly href: string
  readonly rel: string
  readonly method: string
}

export interface Capture {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED'
  status_details?: { reason: string }
  amount: WireMoney
  invoice_id?: string
  custom_id?: string
  final_capture: true
  seller_receivable_breakdown: { gross_amount: WireMoney; paypal_fee: WireMoney; net_amount: WireMoney }
  seller_protection: { status: 'ELIGIBLE' }
  supplementary_data: { related_ids: { order_id: string } }
  payee: { merchant_id: string }
  create_time: string
  update_time: string
  links: WireLink[]
}

export interface Refund {
  id: string
  status: 'CANCELLED' | 'FAILED' | 'PENDING' | 'COMPLETED'
  amount: WireMoney
  invoice_id?: string
  custom_id?: string
  note_to_payer?: string
  create_time: string
  update_time: string
  links: WireLink[]
}

export interface PurchaseUnit {
  reference_id: string
  amount: WireMoney
  payee: { merchant_id: string; email_address: string }
  custom_id?: string
  invoice_id?: string
  description?: string
  payments?: { captures: Capture[]; refunds?: Refund[] }
}

/** A dispute of Customer Disputes v1. */
export interface Dispute {
  readonly dispute_id: string
  readonly create_time: string
  update_time: string
  readonly disputed_transactions: readonly {
    readonly seller_transaction_id: string
    readonly custom?: string
  }[]
  readonly reason: string
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  readonly dispute_amount: WireMoney
  readonly dispute_life_cycle_stage: 'INQUIRY' | 'CHARGEBACK'
  readonly dispute_channel: 'INTERNAL' | 'EXTERNAL'
  readonly seller_response_due_date?: string
  dispute_outcome?: { outcome_code: string; amount_refunded?: WireMoney }
}

interface Wallet {
  email_address?: string
  account_id?: string
  attributes?: { vault: { id: string; status: 'VAULTED'; customer: { id: string } } }
}

export interface Order {
  id: string
  intent: 'CAPTURE' | 'AUTHORIZE'
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  purchase_units: PurchaseUnit[]
  payment_source?: { paypal: Wallet }
  create_time: string
  update_time?: string
  links: WireLink[]
}

/** Source with which a payer pays: it decides what becomes of the capture. */
export const FUNDINGS = ['balance', 'bank', 'review', 'declined'] as const
export type Funding = (typeof FUNDINGS)[number]

export interface PayPalEvent {
  readonly id: string
  readonly event_version: '1.0'
  readonly resource_version: '2.0'
  readonly create_time: string
  readonly resource_type: string
  readonly event_type: string
  readonly summary: string
  readonly resource: object
  readonly links: readonly WireLink[]
}
