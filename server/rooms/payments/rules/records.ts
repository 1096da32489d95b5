import type {
  PayerPayment,
  PaymentDetail,
  PaymentRecord,
} from '../../../../contract/payments/payment-shapes.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { isInFlight, paymentStatusText } from '../../../../domain/payments/payment-status.ts'
import { type ApiScope, keyMay } from '../../../../domain/people/api-scopes.ts'
import { roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import type { Payment } from '../tables.ts'
import { isManual, methodText, payerMessage, typeText } from './texts.ts'

export type { PayerPayment, Payment, PaymentDetail, PaymentRecord }

/** The caller. Staff have a role, an API key scopes. */
type Caller =
  | { readonly kind: 'staff'; readonly role: StaffRole | null }
  | { readonly kind: 'api_key'; readonly scopes: readonly ApiScope[] }
  | { readonly kind: 'anonymous' | 'customer' | 'pay_link' | 'preview' | 'system' }

/** A payment with the columns that lists add. */
export interface PaymentRow extends Payment {
  readonly short_name: string
  /** Amount of refunds with an open outcome. */
  readonly refunding_minor: bigint
}

/** The paid invoice in its current state. */
export interface PaidInvoice {
  readonly id: string
  readonly number: string
  readonly remainingMinor: bigint
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
}

/** The part of a payment that settles one invoice. */
export interface PaidShare {
  readonly invoice: Pick<PaidInvoice, 'id' | 'number'>
  readonly amountMinor: bigint
}

export const totalMinor = (payment: Pick<Payment, 'amount_minor' | 'surcharge_minor'>): bigint =>
  payment.amount_minor + payment.surcharge_minor

/** Amount that can still be refunded. */
export const refundableMinor = (
  payment: Pick<Payment, 'status' | 'captured_minor' | 'refunded_minor'>,
  refundingMinor: bigint,
): bigint =>
  payment.status === 'confirmed' ? payment.captured_minor - payment.refunded_minor - refundingMinor : 0n

/** A payment in the shape of the API. */
export function paymentRecord(row: PaymentRow): PaymentRecord {
  const wire = (minor: bigint): string => formatAmount(minor, row.currency)
  const card = row.type === 'credit_card' && row.method_last4 !== ''
  const bank = row.type === 'e_check' && row.method_last4 !== ''
  return {
    id: row.id,
    pk: row.id,
    customer: { pk: row.customer_id, short_name: row.short_name },
    total: wire(totalMinor(row)),
    total_currency: row.currency,
    captured_amount: wire(row.captured_minor),
    refunded_amount: wire(row.refunded_minor),
    refundable_amount: wire(refundableMinor(row, row.refunding_minor)),
    unapplied_amount: wire(row.unapplied_minor),
    surcharge: wire(row.surcharge_minor),
    created: row.created_at.toISOString(),
    card: card
      ? {
          last_4_digits: row.method_last4,
          expiration_year: row.method_expiration_year,
          expiration_month: row.method_expiration_month,
        }
      : null,
    bank_account: bank ? { last_4_digits: row.method_last4 } : null,
    transaction_number: row.number,
    gateway_id: row.provider_ref,
    provider: row.provider,
    channel: row.channel,
    status: row.status,
    status_display: paymentStatusText(row.status),
    type: row.type,
    type_display: typeText(row.type),
    method_display: methodText(row.type, row.method_brand, row.method_last4),
    posted: row.posted_at !== null,
    post_url: row.post_url,
    reference: row.reference,
    received_on: row.received_on,
    booked_on: row.booked_on,
    failure: row.failure_message,
  }
}

/** The actions that the caller may take now. Each action checks them again. */
export function paymentFlags(row: PaymentRow, actor: Caller): PaymentDetail['can'] {
  const can = (right: 'payments.refund' | 'payments.post' | 'payments.record'): boolean =>
    actor.kind === 'api_key'
      ? keyMay(actor.scopes, right)
      : actor.kind === 'staff' && actor.role !== null && roleCan(actor.role, right)
  return {
    use_credit: can('payments.record') && row.status === 'confirmed' && row.unapplied_minor > 0n,
    refund: can('payments.refund') && refundableMinor(row, row.refunding_minor) > 0n,
    post: can('payments.post') && isPostable(row),
    capture: can('payments.refund') && row.status === 'preauth',
    void: can('payments.refund') && isVoidable(row),
  }
}

export const isPostable = (payment: Pick<Payment, 'status' | 'posted_at'>): boolean =>
  payment.status === 'confirmed' && payment.posted_at === null

/**
 * Authorized only, waiting for the payer, or given up by the reconciler: nothing is known to have been
 * taken.
 */
export const isVoidable = (payment: Pick<Payment, 'status' | 'type'>): boolean =>
  !isManual(payment.type) &&
  (payment.status === 'preauth' || payment.status === 'input' || payment.status === 'error')

/** A receipt exists for received money, also after a refund. */
export const hasReceipt = (payment: Pick<Payment, 'status'>): boolean =>
  payment.status === 'confirmed' || payment.status === 'refunded'

/**
 * A payment in the shape for its payer. `method`: the visible description of its method; `shares`: of a payment for
 * several invoices.
 */
export const payerRecord = (
  payment: Payment,
  invoice: PaidInvoice,
  method = methodText(payment.type, payment.method_brand, payment.method_last4),
  shares: readonly PaidShare[] = [{ invoice, amountMinor: payment.amount_minor }],
  credit: readonly PaidShare[] = [],
): PayerPayment => ({
  id: payment.id,
  number: payment.number,
  status: payment.status,
  status_display: paymentStatusText(payment.status),
  amount: formatAmount(payment.amount_minor, payment.currency),
  surcharge: formatAmount(payment.surcharge_minor, payment.currency),
  total: formatAmount(totalMinor(payment), payment.currency),
  currency: payment.currency,
  created: payment.created_at.toISOString(),
  method_display: method,
  message: payerMessage(payment),
  next:
    payment.next_step !== null && isInFlight(payment.status)
      ? { kind: payment.next_step.kind, text: payment.next_step.text, url: payment.next_step.url ?? null }
      : null,
  invoice: {
    pk: invoice.id,
    number: invoice.number,
    remaining: formatAmount(invoice.remainingMinor, payment.currency),
    payable: formatAmount(invoice.remainingMinor - invoice.reservedMinor, payment.currency),
  },
  invoices: shares.map((share) => shareRecord(share, payment.currency)),
  credit: credit.map((share) => shareRecord(share, payment.currency)),
})

/** A part of a payment or of credit in the shape of the API. */
export const shareRecord = ({ invoice, amountMinor }: PaidShare, currency: string) => ({
  pk: invoice.id,
  number: invoice.number,
  amount: formatAmount(amountMinor, currency),
})
