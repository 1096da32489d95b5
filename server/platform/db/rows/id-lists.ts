import { type RawBuilder, sql } from 'kysely'
import type { BaseCtx } from '../../context.ts'

/**
 * Runs a statement that returns rows with an `id` in an order, and packs the ids: 16 bytes each, so that a million of them take
 * 16 MB. `chosen`: keeps only these, in their order.
 */
export async function idsInOrder(
  { db }: Pick<BaseCtx, 'db'>,
  ordered: RawBuilder<unknown>,
  chosen?: readonly string[],
): Promise<Buffer> {
  const kept = chosen ? sql`where listed.id = any(${chosen}::uuid[])` : sql``
  const result = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(listed.id), ''::bytea) as ids from (${ordered}) listed ${kept}`.execute(db)
  return result.rows[0]?.ids ?? Buffer.alloc(0)
}

/** A statement that returns these ids as `id`, with their positions as `key`. */
export const listedIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select * from unnest(${ids}::uuid[]) with ordinality as listed (id, key)`
