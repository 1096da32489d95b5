import type { SavedViewReply, savedViews } from '../../../../contract/lists/saved-views.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { mayShare, presentView } from '../rules.ts'
import { insertView, selectViews } from '../store/views.ts'
import { requireStaff } from './require-staff.ts'

/** Views of a list that one person sees at most. */
const MAX_VIEWS = 30

/**
 * Saves a view. Refuses not_allowed when the role may not share, invalid_input beside a name that is taken, and wrong_state at
 * the limit of views.
 */
export async function createView(
  ctx: Ctx,
  { list, ...fields }: InputOf<typeof savedViews.create>['body'],
): Promise<SavedViewReply> {
  const staff = requireStaff(ctx.actor)
  if (fields.shared && !mayShare(staff)) throw refuse('not_allowed')
  const seen = await selectViews(ctx, list, staff.userId)
  if (seen.some(({ name }) => name.toLowerCase() === fields.name.toLowerCase()))
    throw refuseFields({ name: ['A view of this name exists already.'] })
  if (seen.length >= MAX_VIEWS)
    throw refuse('wrong_state', `A list has at most ${MAX_VIEWS} saved views. Delete one first.`)
  const row = await insertView(ctx, list, staff.userId, fields)
  await audit(ctx, 'saved-views.create', { type: 'saved_view', id: row.id }, { name: row.name, list })
  return presentView(staff, row)
}
