import pg from 'pg'

/** Request counters change with every call. */
const IGNORED_TABLES = new Set(['throttle_counters'])
const SECRET_COLUMN = /hash|sealed|secret|token|sha256/

/**
 * The columns of all tables, `c` being the table and `a` the column. Views of information_schema take half a second for them, because
 * they ask for the rights on each.
 */
export const COLUMNS = `pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** Reads the database as the owner of its tables, who bypasses row-level security. */
export interface DatabaseInspector {
  /** Checksums of all rows, keyed by `table` or, in a tenant table, by `table accountId`. */
  state(): Promise<Map<string, string>>
  /** Every secret value in the tables, in each encoding in which it could appear. */
  secrets(): Promise<Set<string>>
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openDatabaseInspector(owner: pg.ClientConfig): Promise<DatabaseInspector> {
  const pool = new pg.Pool({ ...owner, max: 2 })
  // Dropping the database at the end may close idle connections.
  pool.on('error', () => {})
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows as Row[]
  const columns = await rows<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type from ${COLUMNS}`)
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !IGNORED_TABLES.has(table))
  return {
    rows,
    async state() {
      const parts = tables.map((table) => {
        const account = columns.some((one) => one.table === table && one.name === 'account_id')
          ? 't.account_id::text'
          : `''`
        return `select '${table} ' || coalesce(${account}, '') as place,
          md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum from ${table} t group by 1`
      })
      const found = await rows<{ place: string; sum: string }>(parts.join(' union all '))
      return new Map(found.map(({ place, sum }) => [place.trim(), sum]))
    },
    async secrets() {
      const found = new Set<string>()
      for (const { table, name, type } of columns.filter((one) => SECRET_COLUMN.test(one.name))) {
        if (type !== 'bytea' && type !== 'text') continue
        const values = await rows<{ value: Buffer | string }>(
          `select distinct ${name} as value from ${table} where octet_length(${name}) >= 16`,
        )
        for (const { value } of values) for (const text of encodingsOf(value)) found.add(text)
      }
      return found
    },
    close: () => pool.end(),
  }
}

function encodingsOf(value: Buffer | string): string[] {
  if (typeof value === 'string') return [value]
  return [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
}

/** Returns the keys whose rows changed. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  const places = new Set([...before.keys(), ...after.keys()])
  return [...places].filter((place) => before.get(place) !== after.get(place)).sort()
}
