import pg from 'pg'

/** Runs one statement on a connection of its own. */
export async function runStatement<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(config)
  // A server that is killed also ends the connection, which the statement reports.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
