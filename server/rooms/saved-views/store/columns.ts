import type { SavedList } from '../../../../contract/lists/saved-views.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Returns the columns that a person chose for a list; null for the product's own. */
export async function readColumns(ctx: Ctx, list: SavedList, userId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('list_columns')
    .select('columns')
    .where('account_id', '=', ctx.accountId)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row?.columns ?? null
}

export async function writeColumns(
  ctx: Ctx,
  list: SavedList,
  userId: string,
  columns: string,
): Promise<void> {
  const changed = { columns, changed_at: asDate(ctx.now) }
  await ctx.db
    .insertInto('list_columns')
    .values({ account_id: ctx.accountId, user_id: userId, list, ...changed })
    .onConflict((found) => found.columns(['account_id', 'user_id', 'list']).doUpdateSet(changed))
    .execute()
}

export async function deleteColumns(ctx: Ctx, list: SavedList, userId: string): Promise<void> {
  await ctx.db
    .deleteFrom('list_columns')
    .where('account_id', '=', ctx.accountId)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .execute()
}
