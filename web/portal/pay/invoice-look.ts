import { invoiceStatusText, invoiceTone } from '../../../domain/invoice-status.ts'
import { parseAmount } from '../../../domain/money.ts'
import type { Tone } from '../../ui/tag.tsx'

/** How an invoice's state is shown: its words, and the tone of its tag. */
export function invoiceLook(invoice: { remaining: string; currency: string; days_past_due: number }): {
  text: string
  tone: Tone
} {
  const parsed = parseAmount(invoice.remaining, invoice.currency)
  const remaining = parsed.ok ? parsed.minor : 0n
  return {
    text: invoiceStatusText(remaining, invoice.currency, invoice.days_past_due),
    tone: invoiceTone(remaining, invoice.currency, invoice.days_past_due),
  }
}

/** Pay Invoice shows on any positive remaining, however small. */
export const isPositive = (amount: string): boolean => !amount.startsWith('-') && /[1-9]/.test(amount)
