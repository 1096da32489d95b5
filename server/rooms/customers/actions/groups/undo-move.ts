import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockGroupMove, markMoveUndone, moveBack } from '../../store/group-moves.ts'

/**
 * Moves the customers of a move back to their former groups. Customers that were moved again since, or whose former group is
 * deleted, stay where they are. Refuses not_found, and wrong_state for a move that was undone already.
 */
export async function undoMove(ctx: Ctx, moveId: string): Promise<{ restored: number; kept: number }> {
  const move = await lockGroupMove(ctx, moveId)
  if (move === null) throw refuse('not_found')
  if (move.undone_at !== null) throw refuse('wrong_state', 'This was undone already.')
  const restored = await moveBack(ctx, move)
  await markMoveUndone(ctx, move.id)
  await audit(ctx, 'customers.undo-move', { type: 'customer_group', id: move.group_id }, { moved: restored })
  return { restored, kept: move.customer_ids.length - restored }
}
