import type { Payment } from '../tables.ts'
import { methodText, typeText } from './texts.ts'

/** Whoever asks: of a pay link it matters which session, and whether the code from the mail was entered. */
type Reader =
  | { readonly kind: 'anonymous' | 'customer' | 'preview' | 'staff' | 'system' }
  | { readonly kind: 'pay_link'; readonly sessionId: string; readonly unlocked: boolean }

/**
 * What somebody is told of what a payment was made with: 'Visa •••• 4242'. A link may have been forwarded, so a session
 * of one that neither made the payment nor is unlocked learns the kind alone: 'Credit card'.
 */
export function methodSeenBy(
  reader: Reader,
  payment: Pick<Payment, 'type' | 'method_brand' | 'method_last4' | 'session_id'>,
): string {
  const whole = reader.kind !== 'pay_link' || reader.unlocked || payment.session_id === reader.sessionId
  return whole ? methodText(payment.type, payment.method_brand, payment.method_last4) : typeText(payment.type)
}
