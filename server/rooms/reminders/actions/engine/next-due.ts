import { instantInZone } from '../../../../../domain/dates/time-zone.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { findNextDue } from '../../store/find-due.ts'
import { readAccountFacts } from './read-account-facts.ts'

/** Returns when the next step of the account is due, in epoch ms; null when nothing waits for the calendar. */
export async function nextReminderAt(ctx: Ctx): Promise<number | null> {
  const facts = await readAccountFacts(ctx)
  const next = await findNextDue(ctx, facts)
  if (next === null) return null
  const [day = '', hour = '0'] = next.split(' ')
  return instantInZone(day, Number(hour), 0, facts.timezone)
}
