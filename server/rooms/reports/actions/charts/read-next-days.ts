import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { datesOfPeriod } from '../../../../../domain/dates/periods.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { comingRows } from '../../store/next-days.ts'
import { chooseCurrency } from './choose-currency.ts'

/** Returns what the next seven days, of which today is the first, bring in one currency. */
export async function readNextDays(
  ctx: Ctx,
  wanted: string | undefined,
): Promise<HandlerReplyOf<typeof charts.nextDays>> {
  const shown = await chooseCurrency(ctx, wanted)
  const { today, currency } = shown
  const { from, to: until } = datesOfPeriod('next_7_days', today)
  const rows = await comingRows(ctx, { currency, from, until })
  return {
    ...shown,
    rows: rows.map(({ day, kind, count, minor }) => ({
      day,
      kind,
      count,
      amount: formatAmount(minor, currency),
    })),
  }
}
