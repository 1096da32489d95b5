import type { FactsByKind } from '../../../../domain/mails/mail-kinds.ts'
import { type Payment, totalMinor } from './records.ts'
import { isManual } from './texts.ts'

/** Returns a payment as mails to customers show it. */
export const mailPayment = (payment: Payment): FactsByKind['refund']['payment'] => ({
  number: payment.number,
  amountMinor: totalMinor(payment),
  currency: payment.currency,
  method: { type: payment.type, brand: payment.method_brand, last4: payment.method_last4 },
  isManual: isManual(payment.type),
})
