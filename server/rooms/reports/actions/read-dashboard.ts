import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { daysPastDue } from '../../../../domain/aging.ts'
import { formatAmount } from '../../../../domain/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { accountOf, todayOf } from '../../accounts/index.ts'
import { type Aging, agingOf, nothingOwed } from '../../ledger/index.ts'
import { latestPayments } from '../../payments/index.ts'
import { collectedSince, type Debtor, headCounts, owedFigures, topDebtors } from '../store.ts'

type Dashboard = HandlerReplyOf<typeof contract.reports.dashboard>

const DEBTORS = 8
const PAYMENTS = 8
const THIRTY_DAYS_MS = 30 * 24 * 3600 * 1000

/** What is owed and by whom, in every currency that the account uses. */
export async function readDashboard(ctx: Ctx): Promise<Dashboard> {
  const account = await accountOf(ctx)
  const today = await todayOf(ctx)
  const aging = await agingOf(ctx, today)
  const owed = new Map((await owedFigures(ctx, today)).map((row) => [row.currency, row]))
  const collected = await collectedSince(ctx, ctx.now - THIRTY_DAYS_MS)
  const currencies = [
    ...new Set([...aging.map((row) => row.currency), ...collected.keys(), account.currency]),
  ]
  return {
    today,
    currencies: currencies.map((currency) => {
      const figures = aging.find((row) => row.currency === currency) ?? nothingOwed(currency)
      const more = owed.get(currency)
      const { total: _, ...counts } = figures.counts
      return {
        currency,
        owed: formatAmount(figures.total, currency),
        past_due: formatAmount(more?.past_due ?? 0n, currency),
        due_in_7_days: formatAmount(more?.due_in_7_days ?? 0n, currency),
        collected_30_days: formatAmount(collected.get(currency) ?? 0n, currency),
        in_flight: formatAmount(more?.in_flight ?? 0n, currency),
        aging: agingFigures(figures),
        aging_counts: counts,
        open_invoices: figures.counts.total,
        customers_owing: more?.customers_owing ?? 0,
      }
    }),
    top_debtors: (await topDebtors(ctx, today, DEBTORS)).map((row) => debtor(row, today)),
    latest_payments: await latestPayments(ctx, PAYMENTS),
    counts: await headCounts(ctx),
  }
}

const agingFigures = (
  row: Pick<Aging, 'currency' | 'current' | 'days_30' | 'days_60' | 'days_90' | 'over_90' | 'total'>,
) => ({
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
