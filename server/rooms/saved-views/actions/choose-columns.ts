import type { SavedList } from '../../../../contract/lists/saved-views.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deleteColumns, writeColumns } from '../store/columns.ts'
import { requireStaff } from './require-staff.ts'

/** Stores the caller's columns of a list; null returns to the product's own. */
export async function chooseColumns(ctx: Ctx, list: SavedList, columns: string | null): Promise<void> {
  const { userId } = requireStaff(ctx.actor)
  if (columns === null) await deleteColumns(ctx, list, userId)
  else await writeColumns(ctx, list, userId, columns)
}
