import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { changeFlow, findDefaultFlow, insertVersion, selectFlows } from '../../store/flows.ts'
import { lockRevision } from './lock-revision.ts'
import { readFlow } from './read-flow.ts'

/**
 * Makes the draft the live version, or switches the live version on again. Nothing is sent for days before today. Refuses
 * not_found, and wrong_state after another change, without steps, or beside another flow for everyone else.
 */
export async function publishFlow(ctx: Ctx, id: string, revision: number) {
  const flow = await lockRevision(ctx, id, revision)
  const [shown] = await selectFlows(ctx, id)
  const definition = flow.draft ?? shown!.live!.definition
  if (definition.steps.length === 0) throw refuse('wrong_state', 'This flow has no steps. Add one first.')
  const other = flow.covers === 'everyone_else' ? await findDefaultFlow(ctx, id) : null
  if (other !== null)
    throw refuse(
      'wrong_state',
      `“${other}” covers everyone else already. Switch it off, or choose groups here.`,
    )
  const version = flow.draft === null ? flow.live_version! : (flow.live_version ?? 0) + 1
  const today = await todayOf(ctx)
  if (flow.draft !== null) await insertVersion(ctx, id, version, definition, today)
  await changeFlow(ctx, id, {
    draft: null,
    live_version: version,
    on_since: flow.on_since ?? today,
  })
  await audit(ctx, 'reminders.publish-flow', { type: 'reminder_flow', id }, { name: flow.name, version })
  return readFlow(ctx, id)
}
