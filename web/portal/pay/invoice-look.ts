import { inFlightShare, invoiceStatusText, invoiceTone } from '../../../domain/invoices/invoice-status.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import { t } from '../../ui/language/text.ts'
import { wordsOf } from '../../ui/language/words-of.ts'
import { minorOf, moneyText } from '../../ui/text/money-text.ts'
import type { Tone } from '../../ui/text/tag.tsx'

/** Status text of an invoice and the tone of its tag. */
export function invoiceLook(invoice: { remaining: string; currency: string; days_past_due: number }): {
  text: string
  tone: Tone
} {
  const remaining = minorOf(invoice.remaining, invoice.currency)
  return {
    text: wordsOf(invoiceStatusText(remaining, invoice.currency, invoice.days_past_due)),
    tone: invoiceTone(remaining, invoice.currency, invoice.days_past_due),
  }
}

/** Text beside the status while a payment is under way; null without one. */
export function inFlightText(invoice: {
  remaining: string
  in_flight: string
  currency: string
}): string | null {
  const share = inFlightShare(
    minorOf(invoice.remaining, invoice.currency),
    minorOf(invoice.in_flight, invoice.currency),
  )
  if (share === 'nothing') return null
  return share === 'whole'
    ? t('Payment pending')
    : t('{amount} pending', { amount: moneyText(invoice.in_flight, invoice.currency) })
}

/** Remaining amount after all payments under way, as decimal text: '472.12'. */
export const leftToPay = (invoice: { remaining: string; in_flight: string; currency: string }): string =>
  formatAmount(
    minorOf(invoice.remaining, invoice.currency) - minorOf(invoice.in_flight, invoice.currency),
    invoice.currency,
  )

/** Pay Invoice shows for any positive remaining amount, however small. */
export const isPositive = (amount: string): boolean => !amount.startsWith('-') && /[1-9]/.test(amount)
