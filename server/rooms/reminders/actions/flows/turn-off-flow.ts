import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changeFlow } from '../../store/flows.ts'
import { lockRevision } from './lock-revision.ts'
import { readFlow } from './read-flow.ts'

/** Switches a flow off. Refuses not_found, and wrong_state after another change. */
export async function turnOffFlow(ctx: Ctx, id: string, revision: number) {
  const flow = await lockRevision(ctx, id, revision)
  if (flow.on_since !== null) {
    await changeFlow(ctx, id, { on_since: null })
    await audit(ctx, 'reminders.turn-off-flow', { type: 'reminder_flow', id }, { name: flow.name })
  }
  return readFlow(ctx, id)
}
