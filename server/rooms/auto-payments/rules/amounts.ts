import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { surchargeMinor } from '../../../../domain/payments/surcharge.ts'

/** An invoice as far as what is charged of it goes. Amounts in minor units. */
interface Standing {
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
  readonly type: PaymentType
  /** What the customer was told at most; null when they weren't told. */
  readonly toldMinor: bigint | null
}

type Rates = Readonly<Record<PaymentType, number>>

/** What nobody is paying yet. */
export const payableMinor = ({ remainingMinor, reservedMinor }: Standing): bigint =>
  remainingMinor - reservedMinor

/** What would be taken for it, surcharge included. */
export function totalMinor(standing: Standing, surchargePpm: Rates): bigint {
  const amount = payableMinor(standing)
  return amount + surchargeMinor(amount, surchargePpm[standing.type], standing.type)
}

/** True when something would be taken of which the customer wasn't told, or of more than they were told. */
export function needsNotice(standing: Standing, surchargePpm: Rates): boolean {
  const total = totalMinor(standing, surchargePpm)
  return total > 0n && (standing.toldMinor === null || standing.toldMinor < total)
}

/** True when there is something to take that was told of, and nobody is paying any of it just now. */
export const isChargeable = (standing: Standing, surchargePpm: Rates): boolean =>
  standing.reservedMinor === 0n && standing.remainingMinor > 0n && !needsNotice(standing, surchargePpm)
