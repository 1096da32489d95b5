import pg from 'pg'

const REACH_MS = 20_000

/** Throws, with the setting that names the database and never with its password, when nobody answers there or lets us in. */
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

/** A name of several addresses fails once for each of them. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
