import { type RawBuilder, sql } from 'kysely'
import type { BaseCtx } from '../../context.ts'

/** Ids in one row of the answer: the driver keeps several copies of a row while it reads it. */
const IN_ONE = 50_000

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
  const result = await sql<{ ids: Buffer }>`
    select string_agg(uuid_send(id), ''::bytea order by at) as ids
    from (select id, at, (at - 1) / ${IN_ONE}::bigint as part
      from (select listed.id, row_number() over () as at from (${ordered}) listed ${kept}) numbered) parted
    group by part order by part`.execute(db)
  return Buffer.concat(result.rows.map(({ ids }) => ids))
}

/** A statement that returns these ids as `id`, with their positions as `key`. */
export const listedIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select * from unnest(${ids}::uuid[]) with ordinality as listed (id, key)`
