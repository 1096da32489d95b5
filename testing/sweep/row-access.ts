import pg from 'pg'
import { COLUMNS, type DatabaseInspector } from './database-inspector.ts'

/** Every table with forced row-level security. */
export const tablesWithRowSecurity = async (inspector: DatabaseInspector): Promise<string[]> =>
  (
    await inspector.rows<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`,
    )
  ).map(({ name }) => name)

export interface RowAccess {
  /**
   * Runs statements without a filter as the application's role, with `accountId` set and with no account set. Returns
   * a description of the first foreign rows reached, null when none are, or undefined when the table has no foreign row.
   */
  findViolation(table: string, accountId: string): Promise<string | null | undefined>
  close(): Promise<void>
}

/** SQLSTATE insufficient_privilege: the only error that may stop a statement. */
const REFUSED = '42501'

export async function openRowAccess(
  owner: pg.ClientConfig,
  inspector: DatabaseInspector,
): Promise<RowAccess> {
  const client = new pg.Client({ ...owner, options: '-c role=quittance_app' })
  await client.connect()
  /** Runs a statement in a transaction and rolls back. Returns the row count, or null when refused. */
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
    async findViolation(table, accountId) {
      const [theirs] = await inspector.rows<{ row: object; account: string }>(
        `select to_jsonb(t) as row, account_id as account from ${table} t where account_id <> $1 limit 1`,
        [accountId],
      )
      if (!theirs) return undefined
      const columns = await columnsOf(inspector, table)
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
        // Without a condition only the policy of deletion selects the rows.
        ['deleted without an account', '', `delete from ${table}`, []],
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

const columnsOf = async (inspector: DatabaseInspector, table: string): Promise<string> =>
  (
    await inspector.rows<{ names: string }>(
      `select string_agg(quote_ident(a.attname), ', ') as names from ${COLUMNS} and c.relname = $1 and a.attgenerated = ''`,
      [table],
    )
  )[0]!.names
