import { type Selectable, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { MergedFields } from '../rules/merged-fields.ts'
import type { CustomerMergesTable } from '../tables.ts'

export type MergeRow = Selectable<CustomerMergesTable>

export async function insertMerge(
  ctx: Ctx,
  merge: {
    readonly fromId: string
    readonly intoId: string
    readonly fromBefore: MergedFields
    readonly intoBefore: MergedFields
    readonly intoAfter: MergedFields
    /** A person here, or the accounting platform in whose books it was made. */
    readonly madeBy: { readonly userId: string } | { readonly platform: string }
  },
): Promise<void> {
  await ctx.db
    .insertInto('customer_merges')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      from_id: merge.fromId,
      into_id: merge.intoId,
      from_before: JSON.stringify(merge.fromBefore),
      into_before: JSON.stringify(merge.intoBefore),
      into_after: JSON.stringify(merge.intoAfter),
      merged_at: asDate(ctx.now),
      merged_by: 'userId' in merge.madeBy ? merge.madeBy.userId : null,
      merged_in: 'platform' in merge.madeBy ? merge.madeBy.platform : null,
      undone_at: null,
    })
    .execute()
}

/** Returns the merge of a customer that is in force, or null. */
export async function findMerge(ctx: Ctx, fromId: string): Promise<MergeRow | null> {
  const row = await ctx.db
    .selectFrom('customer_merges')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('from_id', '=', fromId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the merges in force of these customers that were made in books. */
export async function findMergesInBooks(ctx: Ctx, fromIds: readonly string[]): Promise<MergeRow[]> {
  if (fromIds.length === 0) return []
  return ctx.db
    .selectFrom('customer_merges')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`from_id = any(${[...fromIds]}::uuid[])`)
    .where('undone_at', 'is', null)
    .where('merged_in', 'is not', null)
    .execute()
}

export async function markUndone(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('customer_merges')
    .set({ undone_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

async function setMergedInto(ctx: Ctx, fromId: string, intoId: string | null): Promise<void> {
  await ctx.db
    .updateTable('customers')
    .set({ merged_into: intoId })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', fromId)
    .execute()
}

/** Makes a customer and those that were merged into it duplicates of another one. */
export async function joinInto(ctx: Ctx, fromId: string, intoId: string): Promise<void> {
  for (const id of [...(await selectMergedIds(ctx, fromId)), fromId]) await setMergedInto(ctx, id, intoId)
}

/** Ends a customer's merge. Those that were merged into it before are duplicates of it again. */
export async function separate(ctx: Ctx, id: string): Promise<void> {
  await setMergedInto(ctx, id, null)
  for (const below of await mergedBelow(ctx, id)) await setMergedInto(ctx, below, id)
}

/** Returns the customers that were merged into this one, directly or by others. */
export const mergedBelow = (ctx: Ctx, id: string): Promise<string[]> =>
  alongMerges(ctx, id, { step: 'from_id', at: 'into_id' })

/** Returns the customers into which this one was merged, directly or by others, the nearest first. */
export const mergedAbove = (ctx: Ctx, id: string): Promise<string[]> =>
  alongMerges(ctx, id, { step: 'into_id', at: 'from_id' })

/** Returns the customer that has the invoices of this one since merges in books; null when none has moved them. */
export async function movedInBooksTo(ctx: Ctx, id: string): Promise<string | null> {
  const above = await alongMerges(ctx, id, { step: 'into_id', at: 'from_id', isInBooks: true })
  return above.at(-1) ?? null
}

async function alongMerges(
  ctx: Ctx,
  id: string,
  way: {
    readonly step: 'from_id' | 'into_id'
    readonly at: 'from_id' | 'into_id'
    readonly isInBooks?: boolean
  },
): Promise<string[]> {
  const [step, at] = [sql.ref(`m.${way.step}`), sql.ref(`m.${way.at}`)]
  const isFollowed = way.isInBooks
    ? sql`m.undone_at is null and m.merged_in is not null`
    : sql`m.undone_at is null`
  const { rows } = await sql<{ id: string }>`
    with recursive found (id, depth) as (
      select ${step}, 1 from customer_merges m
      where m.account_id = ${ctx.accountId} and ${at} = ${id} and ${isFollowed}
      union all
      select ${step}, f.depth + 1 from customer_merges m join found f on ${at} = f.id
      where m.account_id = ${ctx.accountId} and ${isFollowed}) cycle id set is_circle using path
    select id from found where id <> ${id} group by id order by min(depth), id`.execute(ctx.db)
  return rows.map(({ id: one }) => one)
}

/** Returns whether the last merge of a customer into another one was undone; null when there was none. */
export async function isMergeUndone(ctx: Ctx, fromId: string, intoId: string): Promise<boolean | null> {
  const row = await ctx.db
    .selectFrom('customer_merges')
    .select('undone_at')
    .where('account_id', '=', ctx.accountId)
    .where('from_id', '=', fromId)
    .where('into_id', '=', intoId)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : row.undone_at !== null
}

/** Returns the ids of the customers that were merged into this one. */
export async function selectMergedIds(ctx: Ctx, intoId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('merged_into', '=', intoId)
    .execute()
  return rows.map(({ id }) => id)
}
