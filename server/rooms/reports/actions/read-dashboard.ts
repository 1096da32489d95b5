import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { daysPastDue } from '../../../../domain/aging.ts'
import { formatAmount } from '../../../../domain/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { accountOf, todayOf } from '../../accounts/index.ts'
import { latestPayments } from '../../payments/index.ts'
import {
  type CurrencyFigures,
  collectedSince,
  type Debtor,
  headCounts,
  owedFigures,
  topDebtors,
} from '../store.ts'

type Dashboard = HandlerReplyOf<typeof contract.reports.dashboard>

/** In each currency. */
const DEBTORS = 8
const PAYMENTS = 8
const THIRTY_DAYS_MS = 30 * 24 * 3600 * 1000

/** What is owed and by whom, in every currency that the account uses. */
export async function readDashboard(ctx: Ctx): Promise<Dashboard> {
  const account = await accountOf(ctx)
  const today = await todayOf(ctx)
  const owed = await owedFigures(ctx, { today, ownCurrency: account.currency })
  const collected = await collectedSince(ctx, ctx.now - THIRTY_DAYS_MS)
  const currencies = [...new Set([account.currency, ...owed.map((row) => row.currency), ...collected.keys()])]
  return {
    today,
    currencies: currencies.map((currency) =>
      figuresOf(
        owed.find((row) => row.currency === currency) ?? nothing(currency),
        collected.get(currency) ?? 0n,
      ),
    ),
    top_debtors: (
      await topDebtors(ctx, { today, currencies: owed.map((row) => row.currency), limit: DEBTORS })
    ).map((row) => debtor(row, today)),
    latest_payments: await latestPayments(ctx, PAYMENTS),
    counts: await headCounts(ctx),
  }
}

const figuresOf = (row: CurrencyFigures, collectedMinor: bigint): Dashboard['currencies'][number] => ({
  currency: row.currency,
  owed: formatAmount(row.total, row.currency),
  past_due: formatAmount(row.past_due, row.currency),
  due_in_7_days: formatAmount(row.due_in_7_days, row.currency),
  collected_30_days: formatAmount(collectedMinor, row.currency),
  in_flight: formatAmount(row.in_flight, row.currency),
  aging: agingFigures(row),
  aging_counts: {
    current: row.n_current,
    days_30: row.n_30,
    days_60: row.n_60,
    days_90: row.n_90,
    over_90: row.n_over,
  },
  open_invoices: row.open_invoices,
  customers_owing: row.customers_owing,
})

const NO_MONEY = { total: 0n, current: 0n, days_30: 0n, days_60: 0n, days_90: 0n, over_90: 0n } as const
const NO_INVOICES = { open_invoices: 0, n_current: 0, n_30: 0, n_60: 0, n_90: 0, n_over: 0 } as const

/** A currency in which nothing is owed now. */
const nothing = (currency: string): CurrencyFigures => ({
  currency,
  past_due: 0n,
  due_in_7_days: 0n,
  in_flight: 0n,
  customers_owing: 0,
  ...NO_MONEY,
  ...NO_INVOICES,
})

type ByAge = Pick<CurrencyFigures, 'currency' | keyof typeof NO_MONEY>

const agingFigures = (row: ByAge) => ({
  currency: row.currency,
  current: formatAmount(row.current, row.currency),
  days_30: formatAmount(row.days_30, row.currency),
  days_60: formatAmount(row.days_60, row.currency),
  days_90: formatAmount(row.days_90, row.currency),
  over_90: formatAmount(row.over_90, row.currency),
  total: formatAmount(row.total, row.currency),
})

const debtor = (row: Debtor, today: string): Dashboard['top_debtors'][number] => ({
  customer: { pk: row.customer_id, short_name: row.short_name },
  currency: row.currency,
  owed: formatAmount(row.owed, row.currency),
  past_due: formatAmount(row.past_due, row.currency),
  open_invoices: row.open_invoices,
  oldest_days: daysPastDue(row.oldest_due, today),
  aging: agingFigures({ ...row, total: row.owed }),
})
