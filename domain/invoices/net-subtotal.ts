import { type CurrencyCode, formatAmount, parseAmount } from '../money/money.ts'

/**
 * What the amounts of an invoice's lines add up to, after each line's discount and before tax, so that whoever reads it
 * from top to bottom can add it up. Takes and gives decimal strings of the API; what can't be read comes back as it is.
 */
export function netSubtotal(subtotal: string, discount: string, currency: CurrencyCode): string {
  const [gross, off] = [parseAmount(subtotal, currency), parseAmount(discount, currency)]
  return gross.ok && off.ok ? formatAmount(gross.minor - off.minor, currency) : subtotal
}
