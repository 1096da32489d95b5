import type { SavedViewReply, savedViews } from '../../../../contract/lists/saved-views.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { mergeChanges } from '../../accounts/index.ts'
import { mayShare, presentView } from '../rules.ts'
import { changeView, selectViews } from '../store/views.ts'
import { lockChangeable } from './lock-changeable.ts'
import { requireStaff } from './require-staff.ts'

/**
 * Changes a view. Refuses as `createView` and `lockChangeable` do, and beside each field that somebody else changed since it was as in
 * `if_unchanged`.
 */
export async function updateView(
  ctx: Ctx,
  id: string,
  { if_unchanged, ...given }: InputOf<typeof savedViews.update>['body'],
): Promise<SavedViewReply> {
  const staff = requireStaff(ctx.actor)
  const before = await lockChangeable(ctx, staff, id)
  const { name, query, shared } = await mergeChanges<typeof given>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow: () => ({ name: before.name, query: before.query, shared: before.shared }),
    isLocked: true,
    changes: { objectId: id, actions: ['saved-views.update'] },
  })
  const fields = {
    name: name ?? before.name,
    query: query ?? before.query,
    shared: shared ?? before.shared,
  }
  if (fields.shared && !before.shared && !mayShare(staff)) throw refuse('not_allowed')
  const others = (await selectViews(ctx, before.list, staff.userId)).filter((view) => view.id !== before.id)
  if (others.some((view) => view.name.toLowerCase() === fields.name.toLowerCase()))
    throw refuseFields({ name: ['A view of this name exists already.'] })
  const row = await changeView(ctx, before.id, fields)
  await audit(ctx, 'saved-views.update', { type: 'saved_view', id: row.id }, { name: row.name })
  return presentView(staff, row)
}
