import type { AutoPaymentsStop } from '../../../contract/payments/auto-payments.ts'

/** Why no charge is made although the customer agreed. */
export const STOP_TEXTS: Readonly<Record<AutoPaymentsStop, string>> = {
  account: 'Nothing is charged: your account is off. Turn it on under Reminders.',
  inactive: 'Nothing is charged: the customer is inactive.',
  dispute: 'Nothing is charged: the customer disputes this invoice.',
  method:
    'Nothing is charged: the payment method can’t be charged any more. We asked the customer for another one.',
  group: 'Nothing is charged: automatic payments are off for the customer’s group.',
}
