import type { SavedList, SavedViewReply } from '../../../../contract/lists/saved-views.ts'
import type { Ctx } from '../../../platform/context.ts'
import { presentView } from '../rules.ts'
import { readColumns } from '../store/columns.ts'
import { selectViews } from '../store/views.ts'
import { requireStaff } from './require-staff.ts'

interface ListedViews {
  readonly results: SavedViewReply[]
  readonly columns: string | null
}

/** Returns the caller's own views of a list and those shared in the company, the oldest first, and the caller's columns. */
export async function listViews(ctx: Ctx, list: SavedList): Promise<ListedViews> {
  const staff = requireStaff(ctx.actor)
  const rows = await selectViews(ctx, list, staff.userId)
  return {
    results: rows.map((row) => presentView(staff, row)),
    columns: await readColumns(ctx, list, staff.userId),
  }
}
