import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { deleteGroupRow, lockGroup } from '../../store/groups.ts'

/** Deletes a group. Its customers stay, without a group. Refuses not_found. */
export async function deleteGroup(ctx: Ctx, id: string): Promise<void> {
  const name = await lockGroup(ctx, id, 'update')
  if (name === null) throw refuse('not_found')
  const members = await deleteGroupRow(ctx, id)
  await audit(ctx, 'customers.delete-group', { type: 'customer_group', id }, { name, members })
}
