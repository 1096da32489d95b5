import { DEFAULT_CURRENCY, isCurrency, parseAmount } from '../../../domain/money/money.ts'

/** The digits before and after the point that the default currency has. */
const SHORTENED = /^-?\d+(?:\.\d{1,2})?/

/**
 * Converts an amount of a platform to minor units; throws for one that the currency doesn't have. A record in a currency that is not
 * known here is not read, which a person is told, so that its amounts only have to be about right.
 */
export function readAmount(text: string, currency: string): bigint {
  const isKnown = isCurrency(currency)
  const parsed = isKnown
    ? parseAmount(text, currency)
    : parseAmount(SHORTENED.exec(text)?.[0] ?? text, DEFAULT_CURRENCY)
  if (!parsed.ok) throw new Error(`a platform sent an amount that is none: ${parsed.reason}`)
  return parsed.minor
}
