import { msg } from '../../../../domain/languages/msg.ts'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import type { MethodFacts, Money, ProcessorPayment, ProcessorReason, ProcessorRefund } from '../port.ts'
import type { LawPayCharge, LawPayRefund } from './answer-shapes.ts'
import { declineText } from './decline-texts.ts'

const money = (cents: number, currency: string): Money => ({ minor: BigInt(cents), currency })

/** Returns what LawPay says of a charge. `stored`: the id of a method that was saved for it. */
export function paymentOf(charge: LawPayCharge, stored: string | null = null): ProcessorPayment {
  const status = statusOf(charge)
  const taken = status === 'confirmed' || status === 'refunded'
  return {
    providerRef: charge.id,
    ourId: charge.reference ?? null,
    recipient: null,
    status,
    amount: money(charge.amount, charge.currency),
    captured: money(taken ? charge.amount : 0, charge.currency),
    refunded: money(charge.amount_refunded, charge.currency),
    reason: status === 'rejected' ? reasonOf(charge) : null,
    method: methodOf(charge),
    storedToken: status === 'rejected' ? null : stored,
    next: null,
    updatedAt: new Date(charge.modified).toISOString(),
  }
}

/** A card's money is sure once it is authorized, since its capture is a batch; a bank's only when the bank has paid. */
function statusOf(charge: LawPayCharge): PaymentStatus {
  const { status, method, auto_capture, captured, amount, amount_refunded } = charge
  if (status === 'FAILED' || status === 'VOIDED') return 'rejected'
  if (amount_refunded > 0 && amount_refunded >= amount) return 'refunded'
  if (status === 'COMPLETED') return 'confirmed'
  if (status === 'PENDING' || method.type === 'bank') return 'waiting'
  return auto_capture || captured ? 'confirmed' : 'preauth'
}

function reasonOf({ status, failure_code, captured, method }: LawPayCharge): ProcessorReason {
  if (status === 'VOIDED')
    return { kind: 'voided', code: 'voided', message: msg('The payment was canceled.') }
  const code = failure_code ?? 'declined'
  const returned = method.type === 'bank' && captured
  return { kind: returned ? 'returned' : 'declined', code, message: declineText(code) }
}

const BRANDS: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMERICAN_EXPRESS: 'American Express',
  DISCOVER: 'Discover',
  DINERS_CLUB: 'Diners Club',
  JCB: 'JCB',
}

const methodOf = ({ method }: LawPayCharge): MethodFacts => ({
  type: method.type === 'bank' ? 'e_check' : 'credit_card',
  brand: method.type === 'bank' ? '' : (BRANDS[method.card_type ?? ''] ?? 'Card'),
  last4: (method.number ?? '').slice(-4),
  expirationYear: method.exp_year ?? null,
  expirationMonth: method.exp_month ?? null,
})

/** A refund waits until its charge is completed. */
export function refundOf(refund: LawPayRefund): ProcessorRefund {
  const { status } = refund
  const rejected = status === 'FAILED' || status === 'VOIDED'
  return {
    refundRef: refund.id,
    paymentRef: refund.charge_id,
    ourId: refund.reference ?? null,
    status: rejected ? 'rejected' : status === 'PENDING' ? 'waiting' : 'confirmed',
    amount: money(refund.amount, refund.currency),
    message: rejected ? 'The bank did not take the refund.' : null,
  }
}
