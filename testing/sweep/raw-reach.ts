import pg from 'pg'
import type { DatabaseEye } from './database-state.ts'

/** Every table that row-level security guards. */
export const guardedTables = async (eye: DatabaseEye): Promise<string[]> =>
  (
    await eye.rows<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`,
    )
  ).map(({ name }) => name)

export interface RawReach {
  /**
   * What statements without any condition reach of others' rows in a table, as the role that serves, inside `accountId`
   * and inside none. Null where nothing is reached; undefined where the others have no row to reach for.
   */
  of(table: string, accountId: string): Promise<string | null | undefined>
  close(): Promise<void>
}

/** The privilege or the policy was missing: nothing else may be what stops a statement. */
const REFUSED = '42501'

export async function openRawReach(owner: pg.ClientConfig, eye: DatabaseEye): Promise<RawReach> {
  const client = new pg.Client({ ...owner, options: '-c role=quittance_app' })
  await client.connect()
  /** In a transaction that is taken back; how many rows it came to, or null where it was refused. */
  const reach = async (accountId: string, text: string, values: unknown[] = []): Promise<number | null> => {
    await client.query('begin')
    try {
      await client.query("select set_config('app.account_id', $1, true)", [accountId])
      return (await client.query(text, values)).rowCount
    } catch (error) {
      if ((error as pg.DatabaseError).code === REFUSED) return null
      throw error
    } finally {
      await client.query('rollback')
    }
  }
  return {
    async of(table, accountId) {
      const [theirs] = await eye.rows<{ row: object; account: string }>(
        `select to_jsonb(t) as row, account_id as account from ${table} t where account_id <> $1 limit 1`,
        [accountId],
      )
      if (!theirs) return undefined
      const columns = await columnsOf(eye, table)
      const statements: [verb: string, inside: string, text: string, values: unknown[]][] = [
        ['seen', accountId, `select 1 from ${table} where account_id <> $1`, [accountId]],
        ['seen without an account', '', `select 1 from ${table}`, []],
        [
          'changed',
          accountId,
          `update ${table} set account_id = account_id where account_id <> $1`,
          [accountId],
        ],
        ['deleted', accountId, `delete from ${table} where account_id <> $1`, [accountId]],
        [
          'written',
          accountId,
          `insert into ${table} (${columns}) overriding system value
           select ${columns} from jsonb_populate_record(null::${table}, $1)`,
          [JSON.stringify(theirs.row)],
        ],
        ['given away', accountId, `update ${table} set account_id = $1`, [theirs.account]],
      ]
      for (const [verb, inside, text, values] of statements) {
        const rows = await reach(inside, text, values).catch((error: Error) => error.message)
        if (rows !== null && rows !== 0) return `${table} of others can be ${verb}: ${rows}`
      }
      return null
    },
    close: () => client.end(),
  }
}

const columnsOf = async (eye: DatabaseEye, table: string): Promise<string> =>
  (
    await eye.rows<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
  )[0]!.names
