import type { SavedList } from '../../../../contract/lists/saved-views.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { SavedViewRow } from '../tables.ts'

const views = (ctx: Ctx) =>
  ctx.db.selectFrom('saved_views').selectAll().where('account_id', '=', ctx.accountId)

/** Returns a person's own views of a list and the shared ones, the oldest first. */
export const selectViews = (ctx: Ctx, list: SavedList, userId: string): Promise<SavedViewRow[]> =>
  views(ctx)
    .where('list', '=', list)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('shared', '=', true)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Locks a view until the transaction ends; undefined when this account has none with this id. */
export const lockView = (ctx: Ctx, id: string): Promise<SavedViewRow | undefined> =>
  views(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

export interface ViewFields {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly shared: boolean
}

export const insertView = (
  ctx: Ctx,
  list: SavedList,
  userId: string,
  { name, query, shared }: ViewFields,
): Promise<SavedViewRow> =>
  ctx.db
    .insertInto('saved_views')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      list,
      name,
      query: JSON.stringify(query),
      shared,
      user_id: userId,
      created_at: asDate(ctx.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeView = (
  ctx: Ctx,
  id: string,
  { name, query, shared }: ViewFields,
): Promise<SavedViewRow> =>
  ctx.db
    .updateTable('saved_views')
    .set({ name, query: JSON.stringify(query), shared })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteView(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('saved_views')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
