import type { ComparedKind } from '../../../../contract/payments/payment-cases.ts'
import type { Money, ProcessorPayment } from '../../../gateways/payments/port.ts'

/** The state of a processor's payment in the ledger. */
export interface Booked {
  readonly paymentId: string
  readonly currency: string
  /** Booked as received, surcharge included; 0 when nothing was. */
  readonly receivedMinor: bigint
  /** A return or dispute was booked. */
  readonly returned: boolean
  readonly refundedMinor: bigint
  /** Refunds with an open outcome: the processor may have made them already. */
  readonly refundingMinor: bigint
  /** The payment is quarantined because of a mismatch, which has its own case. */
  readonly quarantined: boolean
  /** The outcome is open: the payment's own checks ask the processor, and end in an entry or in a case. */
  readonly inFlight: boolean
}

export interface Difference {
  readonly kind: ComparedKind
  readonly booked: Money | null
  readonly observed: Money | null
}

/**
 * Returns the differences between a processor and the ledger about one payment. `observed` is null when the
 * processor has none, `booked` when we have none.
 */
export function differencesOf(observed: ProcessorPayment | null, booked: Booked | null): Difference[] {
  const there = observed && isCharged(observed) ? observed.captured : null
  const here = booked && booked.receivedMinor > 0n && !booked.returned ? receivedOf(booked) : null
  if (there && !here)
    return booked?.quarantined ? [] : [{ kind: 'charge_without_payment', booked: null, observed: there }]
  if (here && !there) return [{ kind: 'payment_without_charge', booked: here, observed: null }]
  if (!there || !here) return []
  if (there.currency !== here.currency) return [{ kind: 'currency', booked: here, observed: there }]
  const charge: Difference[] =
    there.minor === here.minor ? [] : [{ kind: 'amount', booked: here, observed: there }]
  return [...charge, ...refundDifference(observed!.refunded, booked!)]
}

/** The processor took the money, and the payment was not returned. */
const isCharged = ({ status, captured }: ProcessorPayment): boolean =>
  captured.minor > 0n && (status === 'confirmed' || status === 'refunded')

const receivedOf = ({ receivedMinor, currency }: Booked): Money => ({ minor: receivedMinor, currency })

/** A refund with an open outcome explains a difference up to its amount. */
function refundDifference(given: Money, booked: Booked): Difference[] {
  const { currency, refundedMinor, refundingMinor } = booked
  const here = { minor: refundedMinor, currency }
  if (given.minor < refundedMinor) return [{ kind: 'record_without_refund', booked: here, observed: given }]
  return given.minor > refundedMinor + refundingMinor
    ? [{ kind: 'refund_without_record', booked: here, observed: given }]
    : []
}
