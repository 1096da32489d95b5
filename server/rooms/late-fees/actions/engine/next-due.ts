import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../../../../domain/dates/time-zone.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { hasLiveRule } from '../../store/rules.ts'

/** Returns when the account's next day begins, in epoch ms; null while no rule is on. */
export async function nextFeeAt(ctx: Ctx): Promise<number | null> {
  if (!(await hasLiveRule(ctx))) return null
  const { timezone } = await readAccountRow(ctx)
  return startOfDayInZone(addDays(dateInZone(ctx.now, timezone), 1), timezone)
}
