import { type RawBuilder, sql } from 'kysely'
import { currencyDigits } from '../../../../domain/money/money.ts'

/** Comparison of amounts in several currencies with each other and with filter values. */
export interface AmountScale {
  /** The currency with whose decimals filter values are read. */
  readonly currency: string
  /** Scales an amount in minor units of the currency of `table` to the decimals of `currency`. */
  scaled(column: RawBuilder<bigint>, table: 'i' | 'r'): RawBuilder<bigint>
}

/**
 * Compares amounts by their displayed figures: 7000 yen are more than 500.00 dollars. When all currencies
 * have the same decimals, the stored number itself is compared, so that an index can serve it.
 */
export function amountScale(accountCurrency: string, used: readonly string[]): AmountScale {
  const all = [accountCurrency, ...used]
  const finest = all.reduce((most, one) => (currencyDigits(one) > currencyDigits(most) ? one : most))
  const coarse = used.filter((one) => currencyDigits(one) < currencyDigits(finest))
  if (coarse.length === 0) return { currency: finest, scaled: (column) => column }
  const cases = coarse.map((one) => {
    const factor = 10n ** BigInt(currencyDigits(finest) - currencyDigits(one))
    return sql`when ${one} then ${factor}::bigint`
  })
  return {
    currency: finest,
    scaled: (column, table) =>
      sql<bigint>`(${column} * case ${table === 'i' ? sql`i.currency` : sql`r.currency`} ${sql.join(cases, sql` `)} else 1 end)`,
  }
}
