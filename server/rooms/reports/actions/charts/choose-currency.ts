import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { bookedCurrencies } from '../../store/currencies.ts'

/** The currency of a report, and those that it can be shown in. */
export interface ShownIn {
  readonly today: CalendarDate
  readonly currency: string
  readonly currencies: string[]
}

/** Returns the wanted currency, or the account's own. The account's own comes first in the list. */
export async function chooseCurrency(ctx: Ctx, wanted: string | undefined): Promise<ShownIn> {
  const { currency: own } = await readAccountRow(ctx)
  const today = await todayOf(ctx)
  const currencies = [...new Set([own, ...(await bookedCurrencies(ctx))])]
  return { today, currency: wanted ?? own, currencies }
}
