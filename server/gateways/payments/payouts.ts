import type { Money } from './outcome.ts'

/** A movement that a payout pays out or collects. */
export interface PayoutLine {
  readonly ref: string
  readonly kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  /** The processor's id of the payment; null when the line belongs to none. */
  readonly paymentRef: string | null
  /** Before the fee, in the payout's currency; negative for money that goes back. */
  readonly grossMinor: bigint
  readonly feeMinor: bigint
  /** The gross in the currency of the payment, where that is not the payout's. */
  readonly own?: Money
  /** ISO instant. */
  readonly at: string
}

/** Money that a processor sends to the business's bank. */
export interface ProcessorPayout {
  readonly payoutRef: string
  readonly status: 'on_its_way' | 'paid' | 'failed'
  readonly currency: string
  /** Sum of the lines less their fees. */
  readonly amountMinor: bigint
  /** ISO instant. */
  readonly createdAt: string
  /** Calendar date at the bank. */
  readonly arrivesOn: string
  readonly lines: readonly PayoutLine[]
}
