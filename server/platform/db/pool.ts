import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DATABASE_LIMITS } from '../config.ts'
import { Connection } from './connection.ts'
import type { Database, Db } from './database.ts'
import type { ServingConnection } from './pooler.ts'
import { trackPrimary } from './servers/primary.ts'

// Money never becomes a float: bigint columns are read as bigint, dates as text.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 20) return (value: string) => BigInt(value)
    if (oid === 1082) return (value: string) => value
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as unknown as NonNullable<pg.ClientConfig['types']>

export interface OpenPool {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface PoolSettings {
  readonly size: number
  /** A longer wait for a connection is useless: the caller has given up or retries. */
  readonly waitMs?: number
  readonly statementMs?: number
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/**
 * Opens the pool for requests and jobs. Each connection has statement and lock timeouts; behind a pooler the serving role
 * has them. `onLost` receives
 * errors of connections that broke, `onWait` the seconds that a caller waited for one, `onReadOnly` whether the server of a
 * connection is read-only, at its start and at each change.
 */
export function openPool(
  connection: ServingConnection,
  { size, waitMs = DATABASE_LIMITS.waitMs, statementMs = DATABASE_LIMITS.statementMs }: PoolSettings,
  onLost: (error: Error) => void,
  onWait: (seconds: number) => void = () => {},
  onReadOnly: (isReadOnly: boolean) => void = () => {},
): OpenPool {
  const limits = `-c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=${2 * statementMs} -c timezone=UTC`
  const pool = new pg.Pool({
    ...connection,
    ...(!connection.isPooled && { options: [connection.options, limits].filter(Boolean).join(' ') }),
    onReadOnly,
    ...(connection.servers && { primary: trackPrimary(connection.servers) }),
    max: size,
    types,
    Client: Connection as unknown as typeof pg.Client,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'quittance',
  } as pg.PoolConfig)
  // Without listeners a database restart would end the process. The pool's listener serves idle connections,
  // each connection's own those in use, whose statement fails as well.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  // The pool removes a connection that is ending.
  pool.on('release', (_error, client) => {
    if (client instanceof Connection && client.isMisplaced) client.end().catch(() => {})
  })
  measureWaits(pool, onWait)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end()
    },
  }
}

function measureWaits(pool: pg.Pool, onWait: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as unknown as (done: Connected) => void
  const measured = (done: Connected): void => {
    const began = performance.now()
    connect((error, client, release) => {
      onWait((performance.now() - began) / 1000)
      done(error, client, release)
    })
  }
  pool.connect = ((done?: Connected) => {
    if (done) return measured(done)
    return new Promise((resolve, reject) =>
      measured((error, client) => (error ? reject(error) : resolve(client))),
    )
  }) as unknown as typeof pool.connect
}
