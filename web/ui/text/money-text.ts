import { type CurrencyCode, displayAmount, parseAmount } from '../../../domain/money/money.ts'

/**
 * Formats a decimal string of the API: ('1234.5', 'USD') → '$1,234.50', without the symbol '1,234.50'. Text
 * that is no amount is returned unchanged.
 */
export function moneyText(amount: string, currency: CurrencyCode, symbol = true): string {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? displayAmount(parsed.minor, currency, { symbol }) : amount
}
