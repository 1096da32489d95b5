import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { datesOfPeriod } from '../../../../domain/dates/periods.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../accounts/index.ts'
import { latestPayments } from '../../payments/index.ts'
import { topDebtors } from '../store/debtors.ts'
import { type CurrencyFigures, collectedSince, headCounts, owedFigures } from '../store/figures.ts'
import { noFigures, showAging, showAgingCounts } from './show-aging.ts'
import { showDebtor } from './show-debtor.ts'

type Dashboard = HandlerReplyOf<typeof contract.reports.dashboard>

/** Per currency. */
const DEBTORS = 8
const PAYMENTS = 8

/** Returns what is owed and by whom, in every currency the account uses. */
export async function readDashboard(ctx: Ctx): Promise<Dashboard> {
  const account = await readAccountRow(ctx)
  const today = await todayOf(ctx)
  const owed = await owedFigures(ctx, { today, ownCurrency: account.currency })
  const collected = await collectedSince(ctx, datesOfPeriod('last_30_days', today).from)
  const currencies = [...new Set([account.currency, ...owed.map((row) => row.currency), ...collected.keys()])]
  return {
    today,
    currencies: currencies.map((currency) =>
      figuresOf(
        owed.find((row) => row.currency === currency) ?? noFigures(currency),
        collected.get(currency) ?? 0n,
      ),
    ),
    top_debtors: (
      await topDebtors(ctx, { today, currencies: owed.map((row) => row.currency), limit: DEBTORS })
    ).map((row) => showDebtor(row, today)),
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
  aging: showAging(row),
  aging_counts: showAgingCounts(row),
  open_invoices: row.open_invoices,
  customers_owing: row.customers_owing,
})
