import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { countLate, MAX_CAUGHT_UP_AN_HOUR } from '../../rules/limit-catch-up.ts'
import type { DayPlan } from '../../rules/plan-day.ts'
import type { DueRow } from '../../store/find-due.ts'
import { countMessagesSince } from '../../store/messages.ts'

/**
 * Leaves out the customers with late messages for whom the hour has no room, given what the account sent in the last hour.
 * Nothing is decided about them yet, so that they stay due.
 */
export async function leaveOutLate<Plan extends Pick<DayPlan<DueRow>, 'messages'>>(
  ctx: Ctx,
  plans: readonly Plan[],
  today: CalendarDate,
): Promise<readonly Plan[]> {
  if (plans.every(({ messages }) => countLate(messages, today) === 0)) return plans
  let room = MAX_CAUGHT_UP_AN_HOUR - (await countMessagesSince(ctx, ctx.now - HOUR_MS))
  return plans.filter(({ messages }) => {
    const late = countLate(messages, today)
    if (late > 0 && room <= 0) return false
    room -= late
    return true
  })
}
