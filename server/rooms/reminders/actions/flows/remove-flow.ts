import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { deleteFlow, lockFlow } from '../../store/flows.ts'
import { deletePause } from '../../store/pauses.ts'

/** Deletes a flow. What it sent stays. Refuses not_found, and wrong_state while it is on. */
export async function removeFlow(ctx: Ctx, id: string): Promise<void> {
  const flow = await lockFlow(ctx, id)
  if (!flow) throw refuse('not_found')
  if (flow.on_since !== null) throw refuse('wrong_state', 'This flow is on. Switch it off first.')
  await deletePause(ctx, 'flow', id)
  await deleteFlow(ctx, id)
  await audit(ctx, 'reminders.delete-flow', { type: 'reminder_flow', id }, { name: flow.name })
}
