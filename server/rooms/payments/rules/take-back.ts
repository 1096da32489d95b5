import { smallerMinor } from '../../../../domain/money/money.ts'
import { surchargeRefundedAt } from '../../../../domain/payments/surcharge.ts'

/** The part of a share that was not reversed. */
export interface UnreversedShare {
  readonly invoiceId: string
  /** Settled and not reversed. */
  readonly amountMinor: bigint
  readonly position: number
}

export interface PaymentAmounts {
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly surchargeMinor: bigint
  readonly surchargeRefundedMinor: bigint
  readonly unappliedMinor: bigint
}

/** The split of a refund: amount = shares + unapplied + surcharge. */
export interface TakenBack {
  readonly shares: { readonly invoiceId: string; readonly amountMinor: bigint }[]
  readonly unappliedMinor: bigint
  readonly surchargeMinor: bigint
}

/**
 * Splits a refund. The surcharge is refunded in proportion, so that the last refund completes it to the cent.
 * Then comes the unapplied credit, then the shares, the latest first. Throws when the amount exceeds what is
 * not refunded.
 */
export function takeBack(
  amountMinor: bigint,
  payment: PaymentAmounts,
  shares: readonly UnreversedShare[],
): TakenBack {
  const refunded = payment.refundedMinor + amountMinor
  if (amountMinor <= 0n || refunded > payment.capturedMinor)
    throw new RangeError('More is taken back than stands')
  const surchargeMinor = surchargeRefundedAt(payment, refunded) - payment.surchargeRefundedMinor
  let left = amountMinor - surchargeMinor
  const unappliedMinor = smallerMinor(payment.unappliedMinor, left)
  left -= unappliedMinor
  const taken: { invoiceId: string; amountMinor: bigint }[] = []
  for (const share of [...shares].sort((a, b) => b.position - a.position)) {
    const part = smallerMinor(share.amountMinor, left)
    if (part <= 0n) continue
    taken.push({ invoiceId: share.invoiceId, amountMinor: part })
    left -= part
  }
  if (left !== 0n) throw new RangeError('The shares of a payment do not add up to it')
  return { shares: taken, unappliedMinor, surchargeMinor }
}
