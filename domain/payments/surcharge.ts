import { applyRatePpm, divideHalfUp } from '../money/money.ts'
import type { PaymentType } from './payment-status.ts'

const SURCHARGE_NAMES: Readonly<Partial<Record<PaymentType, string>>> = {
  credit_card: 'credit card surcharge',
  e_check: 'e check surcharge',
}

/** True for the types that can carry a surcharge: cards and e-checks. */
export function canSurcharge(type: PaymentType): boolean {
  return SURCHARGE_NAMES[type] !== undefined
}

/** The surcharge on a base amount, in minor units, rounded half-up once; zero for types that carry none. */
export function surchargeMinor(baseMinor: bigint, surchargePpm: number, type: PaymentType): bigint {
  return canSurcharge(type) ? applyRatePpm(baseMinor, surchargePpm) : 0n
}

/** 'includes $3.00 credit card surcharge'; null for types that carry none. */
export function surchargeText(amountText: string, type: PaymentType): string | null {
  const name = SURCHARGE_NAMES[type]
  return name ? `includes ${amountText} ${name}` : null
}

/**
 * The surcharge refunded once `refundedMinor` of the captured amount is refunded: in proportion, so that the
 * last refund completes it to the cent. Minor units.
 */
export const surchargeRefundedAt = (
  payment: { readonly surchargeMinor: bigint; readonly capturedMinor: bigint },
  refundedMinor: bigint,
): bigint => divideHalfUp(payment.surchargeMinor * refundedMinor, payment.capturedMinor)
