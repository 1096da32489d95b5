import type { PaymentStatus } from '../../../domain/payments/payment-status.ts'
import type { NextStep } from './next-step.ts'
import type { Money } from './outcome.ts'
import type { MethodFacts } from './stored-methods.ts'

/** Why a payment failed or was taken back. */
export interface ProcessorReason {
  readonly kind: 'declined' | 'returned' | 'disputed' | 'voided' | 'expired'
  readonly code: string
  readonly message: string
}

/** A dispute of a payment at its processor. */
export interface DisputeFacts {
  /** The processor's code, such as 'fraudulent'. */
  readonly reason: string
  /** needs_response: the business has until `dueBy` to send evidence. under_review: the bank decides. */
  readonly status: 'needs_response' | 'under_review' | 'won' | 'lost'
  /** True for an inquiry, which takes no money yet. */
  readonly isInquiry: boolean
  /** ISO instant; null when nothing can be sent any more. */
  readonly dueBy: string | null
}

/** A payment's current state at the processor. */
export interface ProcessorPayment {
  readonly providerRef: string
  /** The id given at `create`; null where the processor doesn't store it. */
  readonly ourId: string | null
  /** Recipient of the money, as the processor names it; null where it doesn't report one. */
  readonly recipient: string | null
  readonly status: PaymentStatus
  readonly amount: Money
  readonly captured: Money
  readonly refunded: Money
  /** The processor's fee, in the payment's currency. Absent where it doesn't tell it with the payment. */
  readonly fee?: Money
  readonly reason: ProcessorReason | null
  readonly method: MethodFacts | null
  /** Token of the method, when storing it was requested and succeeded. */
  readonly storedToken: string | null
  readonly next: NextStep | null
  /** The latest dispute; absent where there was none. */
  readonly dispute?: DisputeFacts
  /** ISO instant. */
  readonly updatedAt: string
}
