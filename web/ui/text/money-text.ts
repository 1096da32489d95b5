import { type CurrencyCode, displayAmount, parseAmount } from '../../../domain/money/money.ts'
import { LOCALE } from '../language/locale.ts'

/**
 * Formats a decimal string of the API: ('1234.5', 'USD') → '$1,234.50', without the symbol '1,234.50'. Text
 * that is no amount is returned unchanged.
 */
export function moneyText(amount: string, currency: CurrencyCode, symbol = true): string {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? displayAmount(parsed.minor, currency, { symbol, locale: LOCALE }) : amount
}

/** Parses an amount of the API to minor units; unreadable text counts as zero. */
export function minorOf(amount: string, currency: string): bigint {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? parsed.minor : 0n
}

export const isSome = (amount: string): boolean => /[1-9]/.test(amount)
