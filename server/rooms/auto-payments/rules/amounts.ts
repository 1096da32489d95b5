import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { surchargeMinor } from '../../../../domain/payments/surcharge.ts'

/** The figures of an invoice that decide its charge, in minor units. */
interface ChargeBasis {
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
  readonly type: PaymentType
  /** Highest announced amount; null before the first notice. */
  readonly toldMinor: bigint | null
}

type Rates = Readonly<Record<PaymentType, number>>

/** The part that no payment has reserved. */
export const payableMinor = ({ remainingMinor, reservedMinor }: ChargeBasis): bigint =>
  remainingMinor - reservedMinor

/** The amount of a charge, surcharge included. */
export function totalMinor(basis: ChargeBasis, surchargePpm: Rates): bigint {
  const amount = payableMinor(basis)
  return amount + surchargeMinor(amount, surchargePpm[basis.type], basis.type)
}

/** True when a charge would exceed the announced amount, or none was announced. */
export function needsNotice(basis: ChargeBasis, surchargePpm: Rates): boolean {
  const total = totalMinor(basis, surchargePpm)
  return total > 0n && (basis.toldMinor === null || basis.toldMinor < total)
}

/** True when an announced amount remains and no payment is under way. */
export const isChargeable = (basis: ChargeBasis, surchargePpm: Rates): boolean =>
  basis.reservedMinor === 0n && basis.remainingMinor > 0n && !needsNotice(basis, surchargePpm)
