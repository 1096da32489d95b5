import { currencyDigits, isCurrency } from '../../../../domain/money/currency.ts'

/**
 * Digits of Stripe's unit where they differ from ISO 4217, from https://docs.stripe.com/currencies: ISK and UGX have two decimals
 * that are always zero, MGA has none.
 */
const DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Converts an amount in Stripe's unit of a currency into its minor unit. Throws for one that has no whole number of them. */
export function toMinor(amount: number, stripeCurrency: string): bigint {
  const currency = stripeCurrency.toUpperCase()
  const minor = BigInt(amount)
  const theirs = DIGITS[currency]
  if (theirs === undefined || !isCurrency(currency)) return minor
  const digits = currencyDigits(currency)
  if (digits >= theirs) return minor * 10n ** BigInt(digits - theirs)
  const unit = 10n ** BigInt(theirs - digits)
  if (minor % unit !== 0n) throw new Error(`Stripe sent ${amount} ${currency}, which is no whole amount`)
  return minor / unit
}
