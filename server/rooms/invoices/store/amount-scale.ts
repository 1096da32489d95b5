import { type RawBuilder, sql } from 'kysely'
import { currencyDigits } from '../../../../domain/money/money.ts'

/** How amounts of several currencies are compared with each other and with what a filter says. */
export interface AmountScale {
  /** The currency in whose decimals filters are read. */
  readonly currency: string
  /** An amount in minor units of the currency of `table`, in the decimals of `currency`. */
  scaled(column: RawBuilder<bigint>, table: 'i' | 'r'): RawBuilder<bigint>
}

/**
 * Amounts are compared by the figures that people see: 7000 yen are more than 500.00 dollars. Where all currencies have
 * the same decimals, as nearly everywhere, that is the stored number itself, which an index can serve.
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
