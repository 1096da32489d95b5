import pg from 'pg'

const REACH_MS = 20_000

/**
 * Throws when the database can't be reached or refuses the login. The error names the setting and never its
 * password.
 */
export async function reachDatabase(connection: pg.ClientConfig, setting: string): Promise<void> {
  const client = new pg.Client({ connectionTimeoutMillis: REACH_MS, ...connection })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`The database of ${setting} can't be reached: ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host name with several addresses fails once for each of them. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
