import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type GroupReply, presentGroup } from '../../rules.ts'
import { lockGroup, readGroup, updateGroup } from '../../store/groups.ts'

/** Switches the reminders of all customers of a group on or off. Refuses not_found. */
export async function switchReminders(ctx: Ctx, id: string, on: boolean): Promise<GroupReply> {
  const name = await lockGroup(ctx, id, 'share')
  if (name === null) throw refuse('not_found')
  await updateGroup(ctx, id, { reminders_on: on })
  const action = on ? 'customers.turn-on-group-reminders' : 'customers.turn-off-group-reminders'
  await audit(ctx, action, { type: 'customer_group', id }, { name })
  return presentGroup(await readGroup(ctx, id))
}
