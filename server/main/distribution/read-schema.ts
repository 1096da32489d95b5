import type pg from 'pg'
import { type Placement, placementOf } from './placement.ts'

export interface Table {
  readonly name: string
  readonly placement: Placement
  /** True for a table with a column account_id, whatever its key is. */
  readonly namesAccount: boolean
}

export interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
  readonly target: string
  /** As in `alter table … add constraint … `. */
  readonly definition: string
}

export interface UniqueKey {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
}

export interface Policy {
  readonly name: string
  readonly table: string
  readonly hasSubquery: boolean
}

export interface Trigger {
  readonly name: string
  readonly table: string
  readonly event: 'insert' | 'update' | 'delete'
  readonly function: string
  readonly usesTransitionTables: boolean
  readonly isForEachRow: boolean
}

export interface RoutineText {
  readonly name: string
  readonly language: string
  readonly parameters: number
  readonly body: string
}

/** The parts of the schema that decide whether it can be spread over several nodes. */
export interface Schema {
  readonly tables: ReadonlyMap<string, Table>
  readonly foreignKeys: readonly ForeignKey[]
  readonly uniqueKeys: readonly UniqueKey[]
  readonly policies: readonly Policy[]
  readonly triggers: readonly Trigger[]
  readonly functions: ReadonlyMap<string, RoutineText>
}

/** Reads the product's schema from the catalog of a migrated database. */
export async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const read = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const tables = await read<{ name: string; has_account: boolean; names_account: boolean }>(TABLES)
  return {
    tables: new Map(
      tables.map(({ name, has_account, names_account }) => [
        name,
        { name, placement: placementOf(name, has_account), namesAccount: names_account },
      ]),
    ),
    foreignKeys: await read<ForeignKey & pg.QueryResultRow>(FOREIGN_KEYS),
    uniqueKeys: await read<UniqueKey & pg.QueryResultRow>(UNIQUE_KEYS),
    policies: await read<Policy & pg.QueryResultRow>(POLICIES),
    triggers: await read<Trigger & pg.QueryResultRow>(TRIGGERS),
    functions: new Map(
      (await read<RoutineText & pg.QueryResultRow>(FUNCTIONS)).map((one) => [one.name, one]),
    ),
  }
}

const TABLES = `
  select c.relname::text as name, exists (
    select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indrelid = c.oid and i.indisprimary and a.attname = 'account_id') as has_account,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped) as names_account
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`

const COLUMNS_OF = (relation: string, numbers: string) =>
  `array(select a.attname::text from unnest(${numbers}) with ordinality part(number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = part.number order by part.place)`

const FOREIGN_KEYS = `
  select k.conname::text as name, c.relname::text as "table", f.relname::text as target,
    ${COLUMNS_OF('k.conrelid', 'k.conkey')} as columns, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 2, 1`

// An expression in a unique index has the number 0 and no column.
const UNIQUE_KEYS = `
  select x.relname::text as name, c.relname::text as "table", ${COLUMNS_OF('i.indrelid', 'i.indkey::int2[]')} as columns
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace order by 2, 1`

const POLICIES = `
  select p.polname::text as name, c.relname::text as "table",
    coalesce(p.polqual::text like '%SUBLINK%', false) or coalesce(p.polwithcheck::text like '%SUBLINK%', false) as "hasSubquery"
  from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace order by 2, 1`

// Bits of tgtype: 1 for each row, 4 insert, 8 delete, 16 update.
const TRIGGERS = `
  select t.tgname::text as name, c.relname::text as "table", f.proname::text as function,
    case when t.tgtype & 4 > 0 then 'insert' when t.tgtype & 8 > 0 then 'delete' else 'update' end as event,
    t.tgnewtable is not null or t.tgoldtable is not null as "usesTransitionTables", t.tgtype & 1 > 0 as "isForEachRow"
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 2, 1`

const FUNCTIONS = `
  select p.proname::text as name, l.lanname::text as language, p.pronargs::int as parameters, p.prosrc as body
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
