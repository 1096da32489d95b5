import { formatAmount } from '../../../../domain/money/money.ts'
import type { CurrencyFigures } from '../store/figures.ts'

const NO_MONEY = { total: 0n, current: 0n, days_30: 0n, days_60: 0n, days_90: 0n, over_90: 0n } as const
const NO_INVOICES = { open_invoices: 0, n_current: 0, n_30: 0, n_60: 0, n_90: 0, n_over: 0 } as const

/** Figures of a currency in which nothing is owed. */
export const noFigures = (currency: string): CurrencyFigures => ({
  currency,
  past_due: 0n,
  due_in_7_days: 0n,
  in_flight: 0n,
  customers_owing: 0,
  ...NO_MONEY,
  ...NO_INVOICES,
})

type ByAge = Pick<CurrencyFigures, 'currency' | keyof typeof NO_MONEY>

/** Converts amounts by age to the API's shape. */
export const showAging = (row: ByAge) => ({
  currency: row.currency,
  current: formatAmount(row.current, row.currency),
  days_30: formatAmount(row.days_30, row.currency),
  days_60: formatAmount(row.days_60, row.currency),
  days_90: formatAmount(row.days_90, row.currency),
  over_90: formatAmount(row.over_90, row.currency),
  total: formatAmount(row.total, row.currency),
})

/** Converts invoice counts by age to the API's shape. */
export const showAgingCounts = (row: CurrencyFigures) => ({
  current: row.n_current,
  days_30: row.n_30,
  days_60: row.n_60,
  days_90: row.n_90,
  over_90: row.n_over,
})
