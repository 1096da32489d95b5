import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { agingOnDay } from '../../store/aging-on-day.ts'
import { showAging } from '../show-aging.ts'
import { chooseCurrency } from './choose-currency.ts'
import { keepSums } from './follow-ledger.ts'

const MOST = 1000

/** Returns the wanted day, or today. Refuses invalid_input for a future day. */
export function asOf(on: CalendarDate | undefined, today: CalendarDate): CalendarDate {
  if (on !== undefined && on > today) throw refuseFields({ on: ['Choose a day up to today.'] })
  return on ?? today
}

/** Returns what customers owed at the end of a day by age; today without one. Refuses invalid_input for a future day. */
export async function readAging(
  ctx: Ctx,
  query: InputOf<typeof charts.aging>['query'],
): Promise<HandlerReplyOf<typeof charts.aging>> {
  const shown = await chooseCurrency(ctx, query.currency)
  const { today, currency } = shown
  const on = asOf(query.on, today)
  const withSums = await keepSums(ctx)
  const { rows, total, customers } = await agingOnDay(ctx, { currency, on, withSums, limit: MOST })
  return {
    ...shown,
    on,
    total: showAging({ currency, ...total }),
    customers,
    rows: rows.map((row) => ({
      customer: { pk: row.customer_id, short_name: row.short_name },
      aging: showAging({ currency, ...row }),
    })),
  }
}
