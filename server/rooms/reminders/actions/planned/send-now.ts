import { REASON_TEXTS } from '../../../../../domain/reminders/reason-texts.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readChangedTexts } from '../../store/changed-texts.ts'
import { recordOutcomes, replacedBy } from '../../store/outcomes.ts'
import { sendGroups } from '../engine/send-groups.ts'
import { findPlanned, obstacleOf, type PlannedMessage } from './find-planned.ts'

/**
 * Sends a reminder now: weekends, holidays and the gap between messages don't hold what a person sends. Once, however often it
 * is asked for. Earlier emails about its invoices are skipped, or they would follow. Refuses not_found, and wrong_state with the reason
 * why it can't be sent, also when its template would not be true today.
 */
export async function sendNow(ctx: Ctx, message: PlannedMessage): Promise<{ pk: string }> {
  const found = await findPlanned(ctx, message)
  const obstacle = obstacleOf(found)
  if (obstacle !== null) throw refuse('wrong_state', `${REASON_TEXTS[obstacle]}.`)
  if (found.untrue !== null && (await readChangedTexts(ctx, found.steps))(found.steps) === null)
    throw refuse('wrong_state', found.untrue)
  const outcomes = await sendGroups(ctx, [found])
  const [first] = outcomes
  if (first!.decision.outcome !== 'sent')
    throw refuse('wrong_state', `${REASON_TEXTS[first!.decision.reason]}.`)
  await recordOutcomes(ctx, [...outcomes, ...replacedBy(found.replaced)], found.account.today)
  return { pk: first!.messageId! }
}
