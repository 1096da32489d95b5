import { sql } from 'kysely'
import type { Ctx, Replica } from '../../app.ts'
import { Refusal } from '../../refusal.ts'
import { isDatabaseAway } from '../away.ts'
import type { Tx } from '../database.ts'
import { inOneTransaction } from '../transaction.ts'
import { formatPosition } from './positions.ts'
import { type ReplicaParts, ReplicaWatch } from './watch-replica.ts'

export interface OpenReplica extends Replica {
  close(): Promise<void>
}

/** SQLSTATE query_canceled: a time limit, which says nothing about the server. */
const CANCELED = '57014'

/** Thrown when the replica lacks what a read requires. */
class Behind extends Error {}

/** Lets reads run on a replica while it is one of this database and within its lag. */
export function openReplica(parts: ReplicaParts): OpenReplica {
  const { metrics, log } = parts
  const watch = new ReplicaWatch(parts)
  const count = (outcome: string): null => {
    metrics.replicaReads.inc({ outcome })
    return null
  }
  // Whatever fails there is repeated on the primary, which reports what is a mistake of the caller or of ours.
  const noteFailure = (error: unknown): null => {
    if (error instanceof Behind) return count('primary_behind')
    if (error instanceof Refusal) return count('primary_failed')
    log.warn('a read failed on the replica, and the primary answers it', { error })
    if (isDatabaseAway(error) && (error as { code?: string }).code !== CANCELED) watch.suspend()
    return count('primary_failed')
  }
  return {
    async read(open, work) {
      if (watch.admit() === null) return count('primary_unused')
      const { ctx, required } = await open()
      const admitted = watch.admit()
      if (admitted === null) return count('primary_unused')
      const { db, least } = admitted
      try {
        const value = await inOneTransaction(db, async (tx) => {
          await beginRead(tx, ctx, required !== null && required > least ? required : least)
          return work({ ...ctx, db: tx })
        })
        count('replica')
        return { value }
      } catch (error) {
        return noteFailure(error)
      }
    },
    close: () => watch.close(),
  }
}

/**
 * Restricts the transaction to reads of one account and throws when the server lacks what is required. The server
 * itself is asked, because an address may stand for several replicas. Each later statement sees at least this position.
 */
async function beginRead(tx: Tx, { actor, accountId }: Ctx, position: bigint): Promise<void> {
  const userId = actor.kind === 'staff' ? actor.userId : ''
  const [, { rows }] = await Promise.all([
    sql`set transaction read only`.execute(tx),
    sql<{ is_recent: boolean | null }>`
      select set_config('app.user_id', ${userId}, true), set_config('app.account_id', ${accountId}, true),
        pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${formatPosition(position)}::pg_lsn as is_recent`.execute(
      tx,
    ),
  ])
  if (!rows[0]!.is_recent) throw new Behind()
}
