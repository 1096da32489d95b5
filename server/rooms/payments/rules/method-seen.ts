import type { Payment } from '../tables.ts'
import { methodText, typeText } from './texts.ts'

/** The caller. For a pay link, the session and whether the emailed code was entered matter. */
type Reader =
  | { readonly kind: 'anonymous' | 'customer' | 'preview' | 'staff' | 'api_key' | 'system' }
  | { readonly kind: 'pay_link'; readonly sessionId: string; readonly unlocked: boolean }

/**
 * Returns the visible description of a payment's method: 'Visa •••• 4242'. A link may have been forwarded, so
 * a link session that neither made the payment nor is unlocked sees only the kind: 'Credit card'.
 */
export function methodSeenBy(
  reader: Reader,
  payment: Pick<Payment, 'type' | 'method_brand' | 'method_last4' | 'session_id'>,
): string {
  const isFull = reader.kind !== 'pay_link' || reader.unlocked || payment.session_id === reader.sessionId
  return isFull
    ? methodText(payment.type, payment.method_brand, payment.method_last4)
    : typeText(payment.type)
}
