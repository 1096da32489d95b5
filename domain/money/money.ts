import type { CurrencyCode } from './currency.ts'
import { currencyDigits } from './currency.ts'
import type { DecimalProblem } from './decimal.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { englishAmount } from './english-amount.ts'

export type { CurrencyCode } from './currency.ts'
export { CURRENCIES, currencyDigits, isCurrency } from './currency.ts'

/** The currency of an account without a choice. */
export const DEFAULT_CURRENCY: CurrencyCode = 'USD'

/** Largest amount in minor units, either sign: 999,999,999,999.99 in a currency of two digits. */
export const MAX_AMOUNT_MINOR = 999_999_999_999_99n

export type AmountProblem = DecimalProblem
export type ParsedAmount = { ok: true; minor: bigint } | { ok: false; reason: AmountProblem }

/**
 * Reads a decimal text as minor units. Fewer decimals than the currency has are fine ('12', '12.5');
 * more are refused even when they are zeros, so that a text has one meaning everywhere.
 */
export function parseAmount(text: string, currency: CurrencyCode): ParsedAmount {
  const parsed = parseDecimal(text, currencyDigits(currency), MAX_AMOUNT_MINOR)
  return parsed.ok ? { ok: true, minor: parsed.value } : parsed
}

/** The wire form, in the currency's own number of digits: 123450n USD -> '1234.50'. */
export function formatAmount(minor: bigint, currency: CurrencyCode): string {
  return formatDecimal(minor, currencyDigits(currency))
}

export type DisplayOptions = {
  /** With the currency's symbol; true when left out. */
  symbol?: boolean
  /** BCP 47 tag; 'en-US' when left out. */
  locale?: string
}

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(currency: CurrencyCode, symbol: boolean, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency} ${symbol}`
  const known = formats.get(key)
  if (known) return known
  const digits = currencyDigits(currency)
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(symbol ? { style: 'currency' as const, currency } : {}),
  })
  formats.set(key, made)
  return made
}

/** For people: '$1,234.50'. Intl is given the exact decimal text, never a float. */
export function displayAmount(
  minor: bigint,
  currency: CurrencyCode,
  { symbol = true, locale = 'en-US' }: DisplayOptions = {},
): string {
  const decimal = formatAmount(minor, currency)
  if (locale === 'en-US') return englishAmount(decimal, symbol ? currency : null)
  return numberFormat(currency, symbol, locale).format(decimal as Intl.StringNumericLiteral)
}

/** Sum of amounts of one currency, in minor units. */
export function sumMinor(list: Iterable<bigint>): bigint {
  let sum = 0n
  for (const minor of list) sum += minor
  return sum
}

/** The smaller of two amounts of one currency. */
export function smallerMinor(a: bigint, b: bigint): bigint {
  if (b < a) return b
  return a
}

/** True when an amount can be stored: computed totals are checked with this before they are stored. */
export function isAmountInRange(minor: bigint): boolean {
  return minor >= -MAX_AMOUNT_MINOR && minor <= MAX_AMOUNT_MINOR
}

/**
 * Division rounded to the nearest integer, a half away from zero. Throws RangeError on a zero denominator.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('Division by zero')
  const negative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const rounded = (2n * top + bottom) / (2n * bottom)
  return negative ? -rounded : rounded
}

/** A rate in parts per million of an amount, rounded once, half away from zero. The rate is an integer. */
export function applyRatePpm(minor: bigint, ratePpm: number): bigint {
  return divideHalfUp(minor * BigInt(ratePpm), 1_000_000n)
}

/**
 * Rounds exact shares (numerators over one positive denominator) to integers that add up to `total`, which
 * must be the shares' sum rounded. Largest remainders are rounded up first, ties go to the earlier share. A
 * negative total mirrors the positive one, so a reversal undoes each part exactly.
 */
export function roundShares(total: bigint, numerators: readonly bigint[], denominator: bigint): bigint[] {
  if (denominator <= 0n) throw new RangeError('Shares need a positive denominator')
  if (total < 0n) {
    return roundShares(
      -total,
      numerators.map((n) => -n),
      denominator,
    ).map((part) => -part)
  }
  const shares = numerators.map((numerator, index) => {
    const truncated = numerator / denominator
    const floor = numerator % denominator < 0n ? truncated - 1n : truncated
    return { index, floor, remainder: numerator - floor * denominator }
  })
  const missing = total - sumMinor(shares.map((share) => share.floor))
  if (missing < 0n || missing > BigInt(shares.length)) {
    throw new RangeError('The shares do not round to the total')
  }
  const parts = shares.map((share) => share.floor)
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const { index, floor } of byRemainder.slice(0, Number(missing))) parts[index] = floor + 1n
  return parts
}

/**
 * Splits a total by weights so that the parts add up exactly (largest-remainder method, ties to the earlier
 * part). Weights are zero or more. Throws RangeError when a weight is negative, or when something has to be
 * split over nothing.
 */
export function splitByLargestRemainder(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('A weight is negative')
  const sum = sumMinor(weights)
  if (sum === 0n) {
    if (total !== 0n) throw new RangeError('There is nothing to split over')
    return weights.map(() => 0n)
  }
  return roundShares(
    total,
    weights.map((weight) => total * weight),
    sum,
  )
}
