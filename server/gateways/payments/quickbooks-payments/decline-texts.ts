import { msg } from '../../../../domain/languages/msg.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'

/**
 * Sentences for the payer by the code of QuickBooks Payments. PMT-2… is the company's own check of a card, PMT-5… the answer of
 * the payer's bank, which gives no reason.
 */
const TEXTS: Readonly<Record<string, string>> = {
  'PMT-2000': msg('The security code is not correct.'),
  'PMT-2001': msg('The security code is not correct.'),
  'PMT-2002': msg('The postal code does not match the card.'),
  'PMT-2003': msg('The postal code does not match the card.'),
  'PMT-5001': msg('This card can’t be used for this kind of payment.'),
}

export const isDecline = (code: string): boolean => /^PMT-[25]\d{3}$/.test(code)

export const declineText = (code: string, type: PaymentType): string =>
  TEXTS[code] ?? (type === 'e_check' ? msg('The bank account was declined.') : msg('The card was declined.'))
