import pg from 'pg'

/** Counters of calls are meant to change with every call. */
const UNWATCHED = new Set(['throttle_counters'])
const SECRET_COLUMN = /hash|sealed|secret|token|sha256/

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** Looks at the database as the owner of its tables, whom no policy binds. */
export interface DatabaseEye {
  /** Checksums of all rows by `table` or, where rows are of accounts, `table account`. */
  state(): Promise<Map<string, string>>
  /** Everything in the tables that nobody may ever see, in each way it could be written. */
  secrets(): Promise<Set<string>>
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openDatabaseEye(owner: pg.ClientConfig): Promise<DatabaseEye> {
  const pool = new pg.Pool({ ...owner, max: 2 })
  // Dropping the database at the end may cut what idles.
  pool.on('error', () => {})
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows as Row[]
  const columns = await rows<Column>(`
    select c.table_name as table, c.column_name as name, c.data_type as type
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !UNWATCHED.has(table))
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
        for (const { value } of values) for (const text of writings(value)) found.add(text)
      }
      return found
    },
    close: () => pool.end(),
  }
}

function writings(value: Buffer | string): string[] {
  if (typeof value === 'string') return [value]
  return [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
}

/** The places whose rows are not what they were. */
export function changedPlaces(before: Map<string, string>, after: Map<string, string>): string[] {
  const places = new Set([...before.keys(), ...after.keys()])
  return [...places].filter((place) => before.get(place) !== after.get(place)).sort()
}
