import type { DatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { changedTables } from '../../testing/sweep/database-inspector.ts'

interface Change {
  /** By `table account`. */
  readonly place: string
  /** How many rows there were, and what in them comes out the same each time. */
  readonly left: string
}

/** The rows of a database at one moment, to which it can go back after a guard was away. */
export interface KeptRows {
  /** Which places changed since; they are as they were afterwards. */
  restore(): Promise<Change[]>
}

const ASIDE = 'guard_kept'

interface TableColumns {
  readonly names: readonly string[]
  readonly types: readonly string[]
  /** Whether the database counts it up by itself: it goes on counting where rows are put back. */
  readonly counted: readonly boolean[]
}

/** The columns of each table that a row is written by. */
export async function tableColumns(inspector: DatabaseInspector): Promise<ReadonlyMap<string, TableColumns>> {
  const rows = await inspector.rows<TableColumns & { table: string }>(`
    select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as names,
      array_agg(c.data_type::text order by c.ordinal_position) as types,
      array_agg(c.is_identity = 'YES' order by c.ordinal_position) as counted
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1`)
  return new Map(rows.map((row) => [row.table, row]))
}

/** Copies every table aside, in the same database. */
export async function keepRows(inspector: DatabaseInspector): Promise<KeptRows> {
  const columns = await tableColumns(inspector)
  await inspector.rows(`create schema ${ASIDE}`)
  for (const table of columns.keys())
    await inspector.rows(`create table ${ASIDE}.${table} as table public.${table}`)
  await keepIds(inspector, columns)
  await inspector.rows(STEADY)
  for (const table of columns.keys())
    await inspector.rows(
      `alter table public.${table} set (autovacuum_enabled = off); analyze public.${table}`,
    )
  const restored = new Map<string, number>()
  /** In one message, so that it is one transaction in which no trigger and no key objects. */
  const unhindered = (statements: readonly string[]) =>
    inspector.rows(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)
  const before = await inspector.state()
  const placeOf = (place: string): string => {
    const [table, account] = place.split(' ')
    const isKnown = account === undefined || [...before.keys()].some((one) => one.endsWith(account))
    return isKnown ? place : `${table} of a new account`
  }
  return {
    async restore() {
      const changed = changedTables(before, await inspector.state())
      const tables = [...new Set(changed.map((place) => place.split(' ')[0]!))]
      if (tables.length === 0) return []
      const left = await whatIsLeft(inspector, columns, tables)
      await unhindered(tables.map((table) => `delete from public.${table}`))
      for (const table of tables) {
        const times = (restored.get(table) ?? 0) + 1
        restored.set(table, times)
        if (times % SWEPT_AFTER === 0) await inspector.rows(`vacuum public.${table}`)
      }
      await unhindered(
        tables.map((table) => {
          const names = columns
            .get(table)!
            .names.map((name) => `"${name}"`)
            .join(', ')
          return `insert into public.${table} (${names}) overriding system value select ${names} from ${ASIDE}.${table}`
        }),
      )
      return changed.map((place) => ({ place: placeOf(place), left: left.get(place) ?? 'nothing' }))
    },
  }
}

/**
 * Rows stay in the order in which they are put back, and each statement keeps its plan, so that what comes first does so
 * each time: nothing tidies up but this, and then a table that is empty. Tallies are merged at random, so that the same
 * call would leave other rows each time.
 */
const STEADY = `
  create or replace function should_merge_tallies() returns boolean language sql as 'select false';
  create or replace function measure_imported(target text) returns void language sql as 'select'`
/** So often a table may be filled again beside what was deleted. */
const SWEPT_AFTER = 40

/** Every id there is: of a row that a call leaves, only those are the same each time. */
async function keepIds(
  inspector: DatabaseInspector,
  columns: ReadonlyMap<string, TableColumns>,
): Promise<void> {
  const parts = [...columns].flatMap(([table, { names, types }]) =>
    names
      .filter((_, at) => types[at] === 'uuid')
      .map((name) => `select "${name}" as id from public.${table}`),
  )
  await inspector.rows(`create table ${ASIDE}.ids as ${parts.join(' union ')}; delete from ${ASIDE}.ids where id is null;
    create unique index on ${ASIDE}.ids (id)`)
}

/** Not so new ids, moments and what was drawn at random: of those it is the same whether there are any. */
const STEADY_TYPES = /^(bigint|integer|smallint|boolean|date)$/
const STEADY_TEXTS = /^(state|status|kind|fate|cause|from_status|to_status|failure_code|withdrawn_because)$/

async function whatIsLeft(
  inspector: DatabaseInspector,
  columns: ReadonlyMap<string, TableColumns>,
  tables: readonly string[],
): Promise<Map<string, string>> {
  const parts = tables.map((table) => {
    const { names, types, counted } = columns.get(table)!
    const steady = names.flatMap((name, at) => {
      if (types[at] === 'uuid')
        return [`coalesce((select k.id::text from ${ASIDE}.ids k where k.id = t."${name}"), '-')`]
      if (counted[at]) return []
      const isSteady = STEADY_TYPES.test(types[at]!) || STEADY_TEXTS.test(name)
      return [isSteady ? `coalesce(t."${name}"::text, '-')` : `(t."${name}" is null)`]
    })
    const row = `concat_ws(' ', ${["''", ...steady].join(', ')})`
    const account = names.includes('account_id') ? "coalesce(account_id::text, '')" : "''"
    return `select trim('${table} ' || ${account}) as place,
      count(*) || ' rows ' || md5(string_agg(${row}, ',' order by ${row})) as left from public.${table} t group by 1`
  })
  const rows = await inspector.rows<{ place: string; left: string }>(parts.join(' union all '))
  return new Map(rows.map(({ place, left }) => [place, left]))
}
