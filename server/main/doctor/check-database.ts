import pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { DATABASE_TIME, MOST_DRIFT_S, measureDrift } from '../../platform/db/clock-drift.ts'
import type { ServingConnection } from '../../platform/db/pooler.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

interface Seen {
  readonly version: string
  readonly fsync: string
  readonly synchronous_commit: string
  readonly archive_mode: string
  readonly read_only: string
  readonly max_connections: number
  readonly connections: number
  readonly unprotected: string[]
  readonly drift_s: number
}

/** PostgreSQL's settings, its clock, its connections and row-level security, as the serving role sees them. */
export async function checkDatabase(connection: ServingConnection, isEmbedded: boolean): Promise<Finding[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Omit<Seen, 'drift_s'>>(`
      select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('archive_mode') as archive_mode,
        current_setting('transaction_read_only') as read_only, current_setting('max_connections')::int as max_connections,
        (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as connections,
        array(select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
            and not (c.relrowsecurity and c.relforcerowsecurity) order by 1) as unprotected`)
    const drift_s = await measureDrift(
      systemClock,
      async () =>
        (await client.query<{ now_ms: number }>(`select ${DATABASE_TIME} as now_ms`)).rows[0]!.now_ms,
    )
    return findingsOf({ ...rows[0]!, drift_s }, connection, isEmbedded)
  } finally {
    await client.end()
  }
}

function findingsOf(seen: Seen, { isPooled }: ServingConnection, isEmbedded: boolean): Finding[] {
  const { version, unprotected, max_connections: most, connections, drift_s: drift } = seen
  return [
    ok(
      `database: PostgreSQL ${version}${isPooled ? ', behind a connection pooler' : ''}, with a role that sees one account at a time`,
    ),
    unprotected.length === 0
      ? ok('database: every table of accounts has forced row-level security')
      : problem(
          `database: no forced row-level security on ${unprotected.join(', ')}`,
          'Run npm run migrate; if that changes nothing, restore the tables’ policies from a backup.',
        ),
    seen.read_only === 'off'
      ? ok('database: it takes writes')
      : problem('database: it is read-only, as a replica is', 'Let DATABASE_URL name the primary server.'),
    seen.fsync === 'on' && seen.synchronous_commit !== 'off'
      ? ok('database: an acknowledged payment is on disk')
      : problem(
          `database: fsync is ${seen.fsync} and synchronous_commit ${seen.synchronous_commit}`,
          'Set both to on: otherwise a power cut loses acknowledged payments.',
        ),
    ...(isEmbedded || seen.archive_mode !== 'off'
      ? []
      : [
          warning(
            'database: archive_mode is off',
            'Without archived WAL a restore reaches the last backup only: docs/deploy.md, “Backups”.',
          ),
        ]),
    connections < most * 0.8
      ? ok(`database: ${connections} of ${most} connections are open`)
      : warning(
          `database: ${connections} of ${most} connections are open`,
          'Lower DATABASE_POOL, or put a pooler in front: docs/operations.md.',
        ),
    drift <= MOST_DRIFT_S
      ? ok(`clock: this machine and the database differ by ${drift.toFixed(1)} s`)
      : problem(
          `clock: this machine and the database differ by ${drift.toFixed(1)} s`,
          'Let both follow a time server (chrony or systemd-timesyncd).',
        ),
  ]
}
