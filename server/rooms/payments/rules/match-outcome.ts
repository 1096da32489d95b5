import type { ProcessorPayment } from '../../../gateways/payments/port.ts'

/** The request that the processor received. */
export interface AskedPayment {
  readonly id: string
  readonly provider_ref: string | null
  readonly late_of: string | null
  readonly currency: string
  readonly amount_minor: bigint
  readonly surcharge_minor: bigint
}

/**
 * Returns the first fact in which the processor's report differs from the request, or null when they match.
 * `recipient`: the business's own id at the processor.
 */
export function mismatchOf(
  asked: AskedPayment,
  observed: ProcessorPayment,
  recipient: string,
): string | null {
  const total = asked.amount_minor + asked.surcharge_minor
  const taken = observed.status === 'confirmed' || observed.status === 'refunded'
  if (observed.ourId !== null && observed.ourId !== (asked.late_of ?? asked.id)) return 'payment id'
  if (asked.provider_ref !== null && observed.providerRef !== asked.provider_ref) return 'reference'
  if (observed.recipient !== null && observed.recipient !== recipient) return 'recipient'
  if (
    [observed.amount, observed.captured, observed.refunded].some((money) => money.currency !== asked.currency)
  )
    return 'currency'
  if (observed.amount.minor !== total) return 'amount'
  if (taken && observed.captured.minor !== total) return 'captured amount'
  return null
}
