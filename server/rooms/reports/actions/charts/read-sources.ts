import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { addMonthsClamped, startOfMonth } from '../../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { collectedBySource } from '../../store/read-sums.ts'
import { chooseCurrency } from './choose-currency.ts'
import { keepSums } from './follow-ledger.ts'

/** Returns what brought the money of the last twelve months in one currency. */
export async function readSources(
  ctx: Ctx,
  wanted: string | undefined,
): Promise<HandlerReplyOf<typeof charts.sources>> {
  const shown = await chooseCurrency(ctx, wanted)
  const ready = await keepSums(ctx)
  const from = addMonthsClamped(startOfMonth(shown.today), -11)
  const rows = ready ? await collectedBySource(ctx, shown.currency, from) : []
  return {
    ...shown,
    preparing: !ready,
    from,
    rows: rows.map((row) => ({ ...row, collected: formatAmount(row.collected, shown.currency) })),
  }
}
