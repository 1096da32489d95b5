import { type RawBuilder, sql } from 'kysely'
import type { BaseCtx } from '../../context.ts'
import { ID_BYTES, idsOfBytes } from '../../ids.ts'

/**
 * Runs a statement that returns rows with an `id` in an order, and packs the ids: 16 bytes each, so that a million of them take
 * 16 MB.
 */
export async function idsInOrder({ db }: Pick<BaseCtx, 'db'>, ordered: RawBuilder<unknown>): Promise<Buffer> {
  const result = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(listed.id), ''::bytea) as ids from (${ordered}) listed`.execute(db)
  return result.rows[0]?.ids ?? Buffer.alloc(0)
}

/** Keeps the chosen ones of packed ids, in their order; all of them without a choice. */
export function pickIds(ids: Buffer, chosen: readonly string[] | undefined): Buffer {
  if (chosen === undefined) return ids
  const wanted = new Set(chosen)
  const picked: Buffer[] = []
  for (let from = 0; from < ids.length; from += ID_BYTES) {
    const bytes = ids.subarray(from, from + ID_BYTES)
    if (wanted.has(idsOfBytes(bytes)[0]!)) picked.push(bytes)
  }
  return Buffer.concat(picked)
}

/** A statement that returns these ids as `id`, with their positions as `key`. */
export const listedIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select * from unnest(${ids}::uuid[]) with ordinality as listed (id, key)`
