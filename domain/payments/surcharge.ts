import { msg, type Text } from '../languages/msg.ts'
import { applyRatePpm, divideHalfUp } from '../money/money.ts'
import type { PaymentType } from './payment-status.ts'

/** True for the types that can carry a surcharge: cards and e-checks. */
function canSurcharge(type: PaymentType): boolean {
  return type === 'credit_card' || type === 'e_check'
}

/** The surcharge on a base amount, in minor units, rounded half-up once; zero for types that carry none. */
export function surchargeMinor(baseMinor: bigint, surchargePpm: number, type: PaymentType): bigint {
  return canSurcharge(type) ? applyRatePpm(baseMinor, surchargePpm) : 0n
}

/** 'includes $3.00 credit card surcharge'; null for types that carry none. */
export function surchargeText(amount: string, type: PaymentType): Text | null {
  if (type === 'credit_card') return msg('includes {amount} credit card surcharge', { amount })
  return type === 'e_check' ? msg('includes {amount} e check surcharge', { amount }) : null
}

/**
 * The surcharge refunded once `refundedMinor` of the captured amount is refunded: in proportion, so that the
 * last refund completes it to the cent. Minor units.
 */
export const surchargeRefundedAt = (
  payment: { readonly surchargeMinor: bigint; readonly capturedMinor: bigint },
  refundedMinor: bigint,
): bigint => divideHalfUp(payment.surchargeMinor * refundedMinor, payment.capturedMinor)
