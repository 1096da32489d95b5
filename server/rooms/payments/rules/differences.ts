import type { ComparedKind } from '../../../../contract/payments/payment-cases.ts'
import type { Money, ProviderPayment } from '../../../gateways/payments/port.ts'

/** How a payment by a processor stands in the ledger. */
export interface Booked {
  readonly paymentId: string
  readonly currency: string
  /** What was booked as received, surcharge included; 0 when nothing was. */
  readonly receivedMinor: bigint
  /** A return or dispute was booked. */
  readonly returned: boolean
  readonly refundedMinor: bigint
  /** Refunds whose outcome is open: the processor may have made them already. */
  readonly refundingMinor: bigint
  /** It was set aside because the processor's word did not match: a case of its own. */
  readonly quarantined: boolean
  /** Its outcome is open: its own checks ask the processor, and end in an entry or in a case. */
  readonly inFlight: boolean
}

export interface Difference {
  readonly kind: ComparedKind
  readonly booked: Money | null
  readonly observed: Money | null
}

/**
 * What a processor and the ledger say differently of one payment. `observed` is null where the processor has
 * none, `booked` where we have none.
 */
export function differencesOf(observed: ProviderPayment | null, booked: Booked | null): Difference[] {
  const there = observed && isOutboundPaused(observed) ? observed.captured : null
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

/** The processor took the money, and it did not come back by itself. */
const isOutboundPaused = ({ status, captured }: ProviderPayment): boolean =>
  captured.minor > 0n && (status === 'confirmed' || status === 'refunded')

const receivedOf = ({ receivedMinor, currency }: Booked): Money => ({ minor: receivedMinor, currency })

/** A refund whose outcome is open explains as much as it is worth, and no more. */
function refundDifference(given: Money, booked: Booked): Difference[] {
  const { currency, refundedMinor, refundingMinor } = booked
  const here = { minor: refundedMinor, currency }
  if (given.minor < refundedMinor) return [{ kind: 'record_without_refund', booked: here, observed: given }]
  return given.minor > refundedMinor + refundingMinor
    ? [{ kind: 'refund_without_record', booked: here, observed: given }]
    : []
}
