import { addDays } from '../../../../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../../../../domain/dates/time-zone.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { findNextPromisedDay } from '../../store/promises.ts'

/**
 * Returns when the next day after a promised one begins, in epoch ms; null without any. What ends a promise earlier is
 * audited, which makes the schedule due.
 */
export async function nextPromiseAt(ctx: Ctx): Promise<number | null> {
  const day = await findNextPromisedDay(ctx, await todayOf(ctx))
  return day === null ? null : startOfDayInZone(addDays(day, 1), (await readAccountRow(ctx)).timezone)
}
