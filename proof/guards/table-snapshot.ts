import type { DatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { changedTables } from '../../testing/sweep/database-inspector.ts'

interface Change {
  /** `table account`. */
  readonly scope: string
  /** Row count and a hash of the deterministic columns. */
  readonly content: string
}

/** A snapshot of all tables, to which the database is restored after each call. */
export interface TableSnapshot {
  /** Restores the changed tables and returns the changes. */
  restore(): Promise<Change[]>
}

const SCHEMA = 'guard_snapshot'

interface TableColumns {
  readonly names: readonly string[]
  readonly types: readonly string[]
  /** True for identity columns, whose sequence is not restored. */
  readonly identity: readonly boolean[]
}

/** Returns the writable columns of each table. */
export async function readTableColumns(
  inspector: DatabaseInspector,
): Promise<ReadonlyMap<string, TableColumns>> {
  const rows = await inspector.rows<TableColumns & { table: string }>(`
    select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as names,
      array_agg(c.data_type::text order by c.ordinal_position) as types,
      array_agg(c.is_identity = 'YES' order by c.ordinal_position) as identity
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1`)
  return new Map(rows.map((row) => [row.table, row]))
}

/** Copies every table to another schema of the same database. */
export async function takeSnapshot(inspector: DatabaseInspector): Promise<TableSnapshot> {
  const columns = await readTableColumns(inspector)
  await inspector.rows(`create schema ${SCHEMA}`)
  for (const table of columns.keys())
    await inspector.rows(`create table ${SCHEMA}.${table} as table public.${table}`)
  await copyIds(inspector, columns)
  await inspector.rows(DISABLE_RANDOM_WORK)
  for (const table of columns.keys())
    await inspector.rows(
      `alter table public.${table} set (autovacuum_enabled = off); analyze public.${table}`,
    )
  const restored = new Map<string, number>()
  /** Runs the statements in one transaction, without triggers and constraints. */
  const runUnchecked = (statements: readonly string[]) =>
    inspector.rows(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)
  const before = await inspector.state()
  const scopeOf = (scope: string): string => {
    const [table, account] = scope.split(' ')
    const isKnown = account === undefined || [...before.keys()].some((one) => one.endsWith(account))
    return isKnown ? scope : `${table} of a new account`
  }
  return {
    async restore() {
      const changed = changedTables(before, await inspector.state())
      const tables = [...new Set(changed.map((scope) => scope.split(' ')[0]!))]
      if (tables.length === 0) return []
      const contents = await readContents(inspector, columns, tables)
      await runUnchecked(tables.map((table) => `delete from public.${table}`))
      for (const table of tables) {
        const times = (restored.get(table) ?? 0) + 1
        restored.set(table, times)
        if (times % VACUUM_INTERVAL === 0) await inspector.rows(`vacuum public.${table}`)
      }
      await runUnchecked(
        tables.map((table) => {
          const names = columns
            .get(table)!
            .names.map((name) => `"${name}"`)
            .join(', ')
          return `insert into public.${table} (${names}) overriding system value select ${names} from ${SCHEMA}.${table}`
        }),
      )
      return changed.map((scope) => ({ scope: scopeOf(scope), content: contents.get(scope) ?? 'nothing' }))
    },
  }
}

/**
 * Keeps the order of rows and the query plans the same in every run: there is no autovacuum, and only empty
 * tables are vacuumed. Counters are merged at random times, so that is disabled too.
 */
const DISABLE_RANDOM_WORK = `
  create or replace function should_merge_tallies() returns boolean language sql as 'select false';
  create or replace function measure_imported(target text) returns void language sql as 'select'`
/** Number of restores of a table between two vacuums. */
const VACUUM_INTERVAL = 40

/** Copies all existing ids. In a row that a call adds, only these ids are the same in every run. */
async function copyIds(
  inspector: DatabaseInspector,
  columns: ReadonlyMap<string, TableColumns>,
): Promise<void> {
  const parts = [...columns].flatMap(([table, { names, types }]) =>
    names
      .filter((_, at) => types[at] === 'uuid')
      .map((name) => `select "${name}" as id from public.${table}`),
  )
  await inspector.rows(`create table ${SCHEMA}.ids as ${parts.join(' union ')}; delete from ${SCHEMA}.ids where id is null;
    create unique index on ${SCHEMA}.ids (id)`)
}

/**
 * Numbers that differ in every run: the size of a compressed file with new ids, the duration of a request, and the position of an event
 * among those of the same instant, whose ids have no order.
 */
const UNSTEADY = new Set([
  'data_exports size_bytes',
  'webhook_attempts duration_ms',
  'webhook_deliveries position',
])
/** Deterministic columns. Of new ids, times and random values only the presence is compared. */
const STEADY_TYPES = /^(bigint|integer|smallint|boolean|date)$/
const STEADY_TEXTS = /^(state|status|kind|fate|cause|from_status|to_status|failure_code|withdrawn_because)$/

async function readContents(
  inspector: DatabaseInspector,
  columns: ReadonlyMap<string, TableColumns>,
  tables: readonly string[],
): Promise<Map<string, string>> {
  const parts = tables.map((table) => {
    const { names, types, identity } = columns.get(table)!
    const steady = names.flatMap((name, at) => {
      if (types[at] === 'uuid')
        return [`coalesce((select k.id::text from ${SCHEMA}.ids k where k.id = t."${name}"), '-')`]
      if (identity[at]) return []
      const isSteady =
        !UNSTEADY.has(`${table} ${name}`) && (STEADY_TYPES.test(types[at]!) || STEADY_TEXTS.test(name))
      return [isSteady ? `coalesce(t."${name}"::text, '-')` : `(t."${name}" is null)`]
    })
    const row = `concat_ws(' ', ${["''", ...steady].join(', ')})`
    const account = names.includes('account_id') ? "coalesce(account_id::text, '')" : "''"
    return `select trim('${table} ' || ${account}) as scope,
      count(*) || ' rows ' || md5(string_agg(${row}, ',' order by ${row})) as content from public.${table} t group by 1`
  })
  const rows = await inspector.rows<{ scope: string; content: string }>(parts.join(' union all '))
  return new Map(rows.map(({ scope, content }) => [scope, content]))
}
