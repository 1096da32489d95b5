import type pg from 'pg'

/** Whether the tables of this database may be spread over several nodes by the extension Citus. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'")
  return rowCount !== 0
}
