import type { ManualType } from '../../payments/manual-payment.ts'
import type { PaymentType } from '../../payments/payment-status.ts'
import type { Words } from '../words/words.ts'

/** A payment method as a mail names it; empty texts where nothing is known. */
export interface MailMethod {
  readonly type: PaymentType | ManualType
  readonly brand: string
  readonly last4: string
}

/** 'Visa •••• 4242'; the type where the brand is unknown. */
export function methodWords({ type, brand, last4 }: MailMethod, words: Words): string {
  const name = brand === '' ? words.methods[type] : brand
  return last4 === '' ? name : `${name} •••• ${last4}`
}
