import pg from 'pg'

/**
 * The connection of the serving role. Behind a pooler each transaction may run on another connection to the server, so
 * nothing may be set or prepared on a connection for longer than a transaction. In a distributed database the tenant has to
 * travel to the nodes.
 */
export interface ServingConnection extends pg.ClientConfig {
  readonly isPooled?: boolean
  /** A URL for each of several servers, of which one takes writes. */
  readonly servers?: readonly string[]
  /** True for the coordinator of a Citus cluster. */
  readonly isDistributed?: boolean
}

/** The driver's own fields; `processID` is the key for cancelling a statement. */
interface Connected {
  readonly processID: number | null
}

/**
 * Whether a pooler, such as PgBouncer, stands between this connected client and PostgreSQL. It answers with a key of its
 * own, where PostgreSQL answers with the id of the process that serves the connection.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid !== (client as unknown as Connected).processID
}

/**
 * Throws when the serving role lacks the settings that a direct connection brings along, which a pooler doesn't pass on.
 */
export async function checkRoleSettings(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ zone: string; statement: string; idle: string }>(
      `select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    const { zone, statement, idle } = rows[0]!
    if (zone !== 'UTC' || statement === '0' || idle === '0')
      throw new Error(
        "DATABASE_URL goes through a connection pooler, and quittance_app lacks the settings that only a direct connection brings along. Run npm run migrate, which sets them, then restart the pooler; or let the database’s owner run: alter role quittance_app set timezone = 'UTC'; alter role quittance_app set statement_timeout = '5s'; alter role quittance_app set idle_in_transaction_session_timeout = '10s'",
      )
  } finally {
    await client.end()
  }
}
