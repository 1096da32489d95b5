import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { mayChange, type Staff } from '../rules.ts'
import { lockView } from '../store/views.ts'
import type { SavedViewRow } from '../tables.ts'

/** Locks a view that the person may change. Refuses not_found for one that they don't see, and not_allowed. */
export async function lockChangeable(ctx: Ctx, staff: Staff, id: string): Promise<SavedViewRow> {
  const view = await lockView(ctx, id)
  if (!view || !(view.shared || view.user_id === staff.userId)) throw refuse('not_found')
  if (!mayChange(staff, view)) throw refuse('not_allowed')
  return view
}
