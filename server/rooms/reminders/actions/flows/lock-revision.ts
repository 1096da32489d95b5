import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changedBy } from '../../../accounts/index.ts'
import { lockFlow } from '../../store/flows.ts'
import type { FlowRow } from '../../tables.ts'

const CHANGES = ['reminders.update-flow', 'reminders.publish-flow', 'reminders.turn-off-flow'] as const

/** Locks a flow that nobody changed since it was read. Refuses not_found, and wrong_state after another change. */
export async function lockRevision(ctx: Ctx, id: string, revision: number): Promise<FlowRow> {
  const flow = await lockFlow(ctx, id)
  if (!flow) throw refuse('not_found')
  if (flow.revision !== revision)
    throw refuse('wrong_state', await changedBy(ctx, 'this flow', { objectId: id, actions: CHANGES }))
  return flow
}
