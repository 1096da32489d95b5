import { type Selectable, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { GroupMovesTable } from '../tables.ts'
import type { MovedCustomer } from './groups.ts'

/** Records a move, so that it can be undone. Returns its id. */
export async function insertGroupMove(
  ctx: Ctx,
  groupId: string | null,
  moved: readonly MovedCustomer[],
): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('group_moves')
    .values({
      account_id: ctx.accountId,
      id,
      group_id: groupId,
      customer_ids: moved.map((one) => one.id),
      former_groups: moved.map((one) => one.former),
      moved_at: asDate(ctx.now),
      moved_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
      undone_at: null,
    })
    .execute()
  return id
}

/** Locks and returns a move; null when there is none. */
export async function lockGroupMove(ctx: Ctx, id: string): Promise<Selectable<GroupMovesTable> | null> {
  const row = await ctx.db
    .selectFrom('group_moves')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

const PER_STATEMENT = 1000

/**
 * Moves customers back to their former groups: those that are still where the move put them, and whose former group still exists.
 * Returns their number.
 */
export async function moveBack(
  ctx: Ctx,
  { group_id, customer_ids, former_groups }: Selectable<GroupMovesTable>,
): Promise<number> {
  let restored = 0
  for (let start = 0; start < customer_ids.length; start += PER_STATEMENT) {
    const end = start + PER_STATEMENT
    const result = await sql<{ count: number }>`
      with moved as (
        select * from unnest(${customer_ids.slice(start, end)}::uuid[], ${former_groups.slice(start, end)}::uuid[]) m (id, former)
      ), locked as (
        select c.id from customers c join moved on moved.id = c.id where c.account_id = ${ctx.accountId} order by c.id for update of c
      ), back as (
        update customers c set group_id = moved.former, updated_at = ${asDate(ctx.now)} from moved join locked on locked.id = moved.id
        where c.account_id = ${ctx.accountId} and c.id = moved.id and c.group_id is not distinct from ${group_id}::uuid
          and (moved.former is null or exists (select from customer_groups g
            where g.account_id = ${ctx.accountId} and g.id = moved.former))
        returning 1
      ) select count(*)::int as count from back`.execute(ctx.db)
    restored += result.rows[0]!.count
  }
  return restored
}

export async function markMoveUndone(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('group_moves')
    .set({ undone_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
