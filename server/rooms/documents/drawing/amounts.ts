import { type CurrencyCode, displayAmount } from '../../../../domain/money/money.ts'
import { formatRate } from '../../../../domain/money/rate.ts'

const MINUS = '−'

export interface Amounts {
  /** '1,345.20', where a heading or label names the currency. */
  bare(minor: bigint): string
  /** '$1,345.20' */
  full(minor: bigint): string
}

/** Formats amounts of one currency, in minor units, with a real minus sign. */
export function amountsOf(currency: CurrencyCode): Amounts {
  const write = (minor: bigint, symbol: boolean) =>
    displayAmount(minor, currency, { symbol }).replace('-', MINUS)
  return { bare: (minor) => write(minor, false), full: (minor) => write(minor, true) }
}

/** 'Sales tax 5.5%'. A name that already contains the rate is returned unchanged. */
export function taxLabel(name: string, ratePpm: number): string {
  const rate = `${formatRate(ratePpm)}%`
  return name.includes(rate) ? name : `${name} ${rate}`
}
