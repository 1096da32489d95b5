import type { HelpTopic } from '../../../../../domain/people/help-topics.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { hideHelpTopic, readHiddenHelp } from '../../store/help.ts'

/** Returns the topics of help whose note the caller has hidden. */
export async function readHelp(ctx: BaseCtx): Promise<{ hidden: string[] }> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  return { hidden: await readHiddenHelp(ctx, ctx.actor.userId) }
}

/** Hides the note of a topic from the caller, or shows it again. Changes nothing of an account, so nothing is logged. */
export async function hideHelp(
  ctx: BaseCtx,
  { topic, hidden }: { topic: HelpTopic; hidden: boolean },
): Promise<{ hidden: string[] }> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  await hideHelpTopic(ctx, ctx.actor.userId, { topic, hidden })
  return readHelp(ctx)
}
