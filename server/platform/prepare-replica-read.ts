import { sql } from 'kysely'
import type { Ctx, ReplicaRead } from './app.ts'
import { POSITION } from './db/replica/inspect-server.ts'
import { parsePosition } from './db/replica/positions.ts'
import { earliestId } from './ids.ts'

/** An entry is older than the commit of its transaction, and the clocks of several servers may differ. */
const MARGIN_MS = 60_000

/**
 * Asks the primary what a replica needs before it may answer this account. After a write within the lag that is the
 * primary's position now, so that nobody misses what they have just done; otherwise the lag alone decides. Each write is
 * in the audit log, whose ids are in the order of their times.
 */
export async function prepareReplicaRead(ctx: Ctx): Promise<ReplicaRead> {
  const { config, clock } = ctx.app
  const since = earliestId(clock.wallNow() - config.databaseReadLagMs - MARGIN_MS)
  const { rows } = await sql<{ position: string }>`
    select ${sql.raw(POSITION)}::text as position
    where exists (select from audit_entries where account_id = ${ctx.accountId} and id >= ${since})`.execute(
    ctx.db,
  )
  return { ctx, required: rows[0] ? parsePosition(rows[0].position) : null }
}
