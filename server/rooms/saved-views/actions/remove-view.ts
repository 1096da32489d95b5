import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deleteView } from '../store/views.ts'
import { lockChangeable } from './lock-changeable.ts'
import { requireStaff } from './require-staff.ts'

/** Deletes a view. Refuses as `lockChangeable` does. */
export async function removeView(ctx: Ctx, id: string): Promise<void> {
  const view = await lockChangeable(ctx, requireStaff(ctx.actor), id)
  await deleteView(ctx, view.id)
  await audit(ctx, 'saved-views.remove', { type: 'saved_view', id: view.id }, { name: view.name })
}
