import type { ProcessorPayment } from '../../../gateways/payments/port.ts'

/** The processor's facts about a payment beyond its status, as columns. */
export const factsOf = ({ providerRef, method, fee }: ProcessorPayment) => ({
  provider_ref: providerRef,
  ...(fee && { processor_fee_minor: fee.minor }),
  ...(method && {
    method_brand: method.brand,
    method_last4: method.last4,
    method_expiration_year: method.expirationYear,
    method_expiration_month: method.expirationMonth,
  }),
})
