import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { instantInZone, startOfDayInZone } from '../../../../../domain/dates/time-zone.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { REMINDER_HOUR } from '../../rules/reminder-hour.ts'
import { hasMovingPlan } from '../../store/live-plans.ts'

/** Returns when plans are looked at next, in epoch ms: in the morning, and when a day begins. Null without a live plan. */
export async function nextPlanAt(ctx: Ctx): Promise<number | null> {
  if (!(await hasMovingPlan(ctx))) return null
  const { timezone } = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, timezone)
  const morning = instantInZone(today, REMINDER_HOUR, 0, timezone)
  return morning > ctx.now ? morning : startOfDayInZone(addDays(today, 1), timezone)
}
