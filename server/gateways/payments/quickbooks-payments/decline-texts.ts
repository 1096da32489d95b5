import { msg } from '../../../../domain/languages/msg.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { CODE_TEXT, DECLINED_TEXT, KIND_TEXT, POSTAL_CODE_TEXT } from '../card-texts.ts'

/**
 * Sentences for the payer by the code of QuickBooks Payments. PMT-2… is the company's own check of a card, PMT-5… the answer of
 * the payer's bank, which gives no reason.
 */
const TEXTS: Readonly<Record<string, string>> = {
  'PMT-2000': CODE_TEXT,
  'PMT-2001': CODE_TEXT,
  'PMT-2002': POSTAL_CODE_TEXT,
  'PMT-2003': POSTAL_CODE_TEXT,
  'PMT-5001': KIND_TEXT,
}

export const isDecline = (code: string): boolean => /^PMT-[25]\d{3}$/.test(code)

export const declineText = (code: string, type: PaymentType): string =>
  TEXTS[code] ?? (type === 'e_check' ? msg('The bank account was declined.') : DECLINED_TEXT)
