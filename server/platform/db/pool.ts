import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './database.ts'

// Money never becomes a float on its way: bigint columns arrive as bigint, calendar dates as their own text.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 20) return (value: string) => BigInt(value)
    if (oid === 1082) return (value: string) => value
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as unknown as NonNullable<pg.ClientConfig['types']>

const names = new Map<string, string>()

function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  if (names.size < 5000) names.set(text, name)
  return name
}

/** Names each parameterised statement by its text, so that PostgreSQL plans it once a connection. */
class NamingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const named = { name: statementName(text), text, values }
      return super.query(...([named, ...args.slice(2)] as unknown as Parameters<pg.Client['query']>)) as never
    }
    return super.query(...(args as unknown as Parameters<pg.Client['query']>)) as never
  }
}

export interface OpenPool {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool that serves requests and jobs. Limits of R-79 hold for each of its connections. */
export function openPool(
  connection: pg.ClientConfig,
  size: number,
  onError: (error: Error) => void,
): OpenPool {
  const limits = '-c statement_timeout=5000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC'
  const pool = new pg.Pool({
    ...connection,
    options: [connection.options, limits].filter(Boolean).join(' '),
    max: size,
    types,
    Client: NamingClient as unknown as typeof pg.Client,
    connectionTimeoutMillis: 10_000,
    application_name: 'quittance',
  } as pg.PoolConfig)
  // Without a listener a database restart would end the process.
  pool.on('error', onError)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
