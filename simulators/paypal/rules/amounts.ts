import { formatAmount, isCurrency, parseAmount } from '../../../domain/money/money.ts'
import type { WireMoney } from '../state/wire-types.ts'
import { valueAt } from '../wire/call.ts'
import { PayPalError } from '../wire/paypal-error.ts'

/** Reads an amount of a body. Refuses one that PayPal would refuse. */
export function amountAt(body: unknown, path: string): { money: WireMoney; minor: bigint } {
  const given = valueAt(body, path) as { currency_code?: unknown; value?: unknown } | undefined
  const [currency, value] = [given?.currency_code, given?.value]
  if (typeof currency !== 'string' || !isCurrency(currency))
    throw new PayPalError(422, 'INVALID_CURRENCY_CODE')
  if (typeof value !== 'string') throw new PayPalError(400, 'MISSING_REQUIRED_PARAMETER')
  const parsed = parseAmount(value, currency)
  if (!parsed.ok) throw new PayPalError(422, 'DECIMAL_PRECISION')
  if (parsed.minor <= 0n) throw new PayPalError(422, 'CANNOT_BE_ZERO_OR_NEGATIVE')
  return {
    money: { currency_code: currency, value: formatAmount(parsed.minor, currency) },
    minor: parsed.minor,
  }
}

export function minorOf({ currency_code: currency, value }: WireMoney): bigint {
  const parsed = parseAmount(value, currency)
  if (!parsed.ok) throw new Error(`${value} is no amount`)
  return parsed.minor
}

export const moneyOf = (minor: bigint, currency: string): WireMoney => ({
  currency_code: currency,
  value: formatAmount(minor, currency),
})
