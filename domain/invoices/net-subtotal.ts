import { type CurrencyCode, formatAmount, parseAmount } from '../money/money.ts'

/**
 * Sum of an invoice's line amounts, after each line's discount and before tax, so that a reader can check the
 * addition. Takes and returns decimal strings of the API; text that can't be parsed is returned unchanged.
 */
export function netSubtotal(subtotal: string, discount: string, currency: CurrencyCode): string {
  const [gross, off] = [parseAmount(subtotal, currency), parseAmount(discount, currency)]
  return gross.ok && off.ok ? formatAmount(gross.minor - off.minor, currency) : subtotal
}
