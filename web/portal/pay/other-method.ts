import type { PaymentOption } from './payer.ts'
import type { PayFailure } from './use-pay.ts'

/** The payment method to offer after a decline: an e-check first, as banks decline it least. Undefined when there is no other. */
export const otherMethod = (
  failure: PayFailure | null,
  chosen: PaymentOption,
  fresh: readonly PaymentOption[],
): PaymentOption | undefined => {
  const others = fresh.filter(({ type }) => type !== (failure?.declined ?? chosen.type))
  return others.find(({ type }) => type === 'e_check') ?? others[0]
}
