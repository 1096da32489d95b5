import { msg, type Text } from '../languages/msg.ts'
import type { CurrencyCode } from '../money/money.ts'
import { currencyDigits } from '../money/money.ts'

/** 'Paid' is not a state: it is an open invoice with at most 0.01 of its currency remaining. */
export const INVOICE_STATES = ['draft', 'open', 'void', 'written_off'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** True when more than 0.01 of the currency's unit remains: 0.02 USD, 1 JPY, 0.011 KWD. */
export function isUnpaid(remainingMinor: bigint, currency: CurrencyCode): boolean {
  const digits = currencyDigits(currency)
  const threshold = digits < 2 ? 0n : 10n ** BigInt(digits - 2)
  return remainingMinor > threshold
}

/** True when the Pay button shows: anything at all remains. */
export function isPayable(remainingMinor: bigint): boolean {
  return remainingMinor > 0n
}

/** 'Paid', 'Due in N days' or 'Overdue by N days'; 'day' for 1. Due today is 'Due in 0 days'. */
export function invoiceStatusText(remainingMinor: bigint, currency: CurrencyCode, daysPastDue: number): Text {
  if (!isUnpaid(remainingMinor, currency)) return msg('Paid', { context: 'status of an invoice' })
  return daysPastDue > 0
    ? msg('Overdue by {days, plural, one {# day} other {# days}}', { days: daysPastDue })
    : msg('Due in {days, plural, one {# day} other {# days}}', { days: Math.abs(daysPastDue) })
}

/** Share of the remaining amount covered by payments in flight. With 'whole' no payment is due. */
export function inFlightShare(remainingMinor: bigint, inFlightMinor: bigint): 'nothing' | 'part' | 'whole' {
  if (inFlightMinor <= 0n) return 'nothing'
  return inFlightMinor < remainingMinor ? 'part' : 'whole'
}

const INVOICE_TONES = ['paid', 'open', 'soon', 'overdue', 'quiet'] as const
export type InvoiceTone = (typeof INVOICE_TONES)[number]

/** Days before the due date from which an invoice is 'soon'. */
const SOON_DAYS = 7

/** How strongly a status is shown: 'soon' within 7 days of the due date, 'quiet' when nobody has to act. */
export function invoiceTone(
  remainingMinor: bigint,
  currency: CurrencyCode,
  daysPastDue: number,
  state: InvoiceState = 'open',
): InvoiceTone {
  if (state !== 'open') return 'quiet'
  if (!isUnpaid(remainingMinor, currency)) return 'paid'
  if (daysPastDue > 0) return 'overdue'
  return daysPastDue >= -SOON_DAYS ? 'soon' : 'open'
}
