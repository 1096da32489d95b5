import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'

/** A customer here that waits for the parent that it has at the platform. */
export interface Awaiting {
  readonly remoteId: string
  readonly localId: string
  readonly parentId: string
}

/** Returns the customers whose awaited parents are known here meanwhile. */
export async function awaitingKnownParents(ctx: Ctx, connectionId: string): Promise<Awaiting[]> {
  const result = await sql<Awaiting>`
    select l.remote_id as "remoteId", l.local_id as "localId", l.awaited_parent as "parentId"
    from accounting_links l join accounting_links p on p.account_id = l.account_id and p.connection_id = l.connection_id
      and p.kind = 'customer' and p.remote_id = l.awaited_parent and p.local_id is not null
    where l.account_id = ${ctx.accountId} and l.connection_id = ${connectionId} and l.kind = 'customer' and l.state = 'live'
      and l.awaited_parent is not null and l.local_id is not null
    order by l.remote_id`.execute(ctx.db)
  return result.rows
}

/** Writes which parent each of these customers waits for; null for one that waits for none. */
export async function writeAwaitedParents(
  ctx: Ctx,
  connectionId: string,
  awaited: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (awaited.size === 0) return
  const rows = [...awaited].map(([remote_id, parent]) => ({ remote_id, parent }))
  await sql`
    update accounting_links l set awaited_parent = r.parent
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(remote_id text, parent text)
    where l.account_id = here.account_id and l.connection_id = ${connectionId} and l.kind = 'customer' and l.remote_id = r.remote_id
      and l.awaited_parent is distinct from r.parent`.execute(ctx.db)
}
