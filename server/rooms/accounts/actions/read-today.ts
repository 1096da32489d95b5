import { type CalendarDate, dateInZone } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../store/accounts.ts'

/** Returns today in the account's time zone, by the product's clock. */
export async function todayOf(ctx: Ctx): Promise<CalendarDate> {
  return dateInZone(ctx.now, (await readAccountRow(ctx)).timezone)
}
