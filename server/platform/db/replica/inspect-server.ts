import { parsePosition } from './positions.ts'

/** One server's part of a replication, as the serving role sees it. */
export interface ServerState {
  readonly isReplica: boolean
  /** Up to where it has replayed, or as a primary has written to disk. */
  readonly position: bigint
  /** Equal on a primary and its replicas. */
  readonly database: string
  readonly migrations: string
}

export interface InspectedRow {
  readonly is_replica: boolean
  readonly position: string
  readonly database: string
  readonly migrations: string | null
}

/** A committed transaction's record is on disk, so a primary's position covers everything that anybody saw. */
export const POSITION = `(case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
  else pg_current_wal_flush_lsn() end)`

export const INSPECTION = `select pg_is_in_recovery() as is_replica, ${POSITION}::text as position,
  (select system_identifier from pg_control_system()) || ' ' || oid as database,
  (select md5(string_agg(name || ' ' || sha256, ',' order by name)) from schema_migrations) as migrations
  from pg_database where datname = current_database()`

export const readState = (row: InspectedRow): ServerState => ({
  isReplica: row.is_replica,
  position: parsePosition(row.position),
  database: row.database,
  migrations: row.migrations ?? '',
})

/** Returns why a server can't stand in for the primary, however recent its data is; null when it can. */
export function findMisfit(primary: ServerState, replica: ServerState): string | null {
  if (!replica.isReplica) return 'it is not a replica: it takes writes itself'
  if (replica.database !== primary.database) return 'it is a replica of another database'
  if (replica.migrations !== primary.migrations) return 'its tables have another version than the primary’s'
  return null
}
