import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { surchargeMinor } from '../../../../domain/payments/surcharge.ts'

/** The figures of an invoice that decide its charge, in minor units. */
interface Standing {
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
  readonly type: PaymentType
  /** Highest announced amount; null before the first notice. */
  readonly toldMinor: bigint | null
}

type Rates = Readonly<Record<PaymentType, number>>

/** The part that no payment has reserved. */
export const payableMinor = ({ remainingMinor, reservedMinor }: Standing): bigint =>
  remainingMinor - reservedMinor

/** The amount of a charge, surcharge included. */
export function totalMinor(standing: Standing, surchargePpm: Rates): bigint {
  const amount = payableMinor(standing)
  return amount + surchargeMinor(amount, surchargePpm[standing.type], standing.type)
}

/** True when a charge would exceed the announced amount, or none was announced. */
export function needsNotice(standing: Standing, surchargePpm: Rates): boolean {
  const total = totalMinor(standing, surchargePpm)
  return total > 0n && (standing.toldMinor === null || standing.toldMinor < total)
}

/** True when an announced amount remains and no payment is under way. */
export const isChargeable = (standing: Standing, surchargePpm: Rates): boolean =>
  standing.reservedMinor === 0n && standing.remainingMinor > 0n && !needsNotice(standing, surchargePpm)
