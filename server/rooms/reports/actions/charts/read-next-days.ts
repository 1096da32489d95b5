import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { addDays } from '../../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { comingRows } from '../../store/next-days.ts'
import { chooseCurrency } from './choose-currency.ts'

const DAYS = 7

/** Returns what today and the seven days after it bring in one currency: the days of 'Due in 7 days'. */
export async function readNextDays(
  ctx: Ctx,
  wanted: string | undefined,
): Promise<HandlerReplyOf<typeof charts.nextDays>> {
  const shown = await chooseCurrency(ctx, wanted)
  const { today, currency } = shown
  const rows = await comingRows(ctx, { currency, from: today, until: addDays(today, DAYS) })
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
