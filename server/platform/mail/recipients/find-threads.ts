import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

export interface ThreadSearch {
  readonly relatedId: string
  readonly to: string
}

/** Returns the message that begins the thread of a record and an address; null before the first. */
export type FindThread = (search: ThreadSearch) => string | null

/**
 * Finds the first messages about records that were sent to addresses, so that further ones refer to them and mail programs show
 * them together. `kinds` are those of the messages that begin a thread.
 */
export async function findThreads(
  ctx: Ctx,
  relatedType: string,
  searches: readonly ThreadSearch[],
  kinds: readonly string[],
): Promise<FindThread> {
  const { rows } = await sql<ThreadSearch & { id: string }>`
    select distinct on (related_id, to_address) related_id as "relatedId", to_address as "to", id from mail_messages
    where account_id = ${ctx.accountId} and related_id = any(${searches.map((one) => one.relatedId)}::uuid[])
      and related_type = ${relatedType} and to_address = any(${searches.map((one) => one.to)}::text[])
      and kind = any(${kinds}::text[]) and status in ('sent', 'unknown')
    order by related_id, to_address, created_at, id`.execute(ctx.db)
  const known = new Map(rows.map((row) => [keyOf(row), row.id]))
  return (search) => known.get(keyOf(search)) ?? null
}

const keyOf = ({ relatedId, to }: ThreadSearch): string => `${relatedId} ${to}`
