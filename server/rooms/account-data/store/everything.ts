import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { COLUMNS_LEFT_OUT, TABLES_LEFT_OUT, TEXTS_LEFT_OUT } from '../rules.ts'

/** A table with rows of accounts, and the columns that an export contains. */
export interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly { readonly name: string; readonly type: string }[]
}

interface CatalogRow {
  name: string
  columns: { name: string; type: string }[]
  key: { name: string; type: string }[]
}

/** Returns all tables with an account in their primary key, by name, without those that are left out. */
export async function selectTables(ctx: Ctx): Promise<ExportedTable[]> {
  const result = await sql<CatalogRow>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns,
      (select json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, null)) order by array_position(i.indkey::int2[], k.attnum))
        from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id' and not o.attisdropped)
    group by c.oid, c.relname order by c.relname`.execute(ctx.db)
  return result.rows
    .filter(({ name }) => !(name in TABLES_LEFT_OUT))
    .map(({ name, columns, key }) => ({
      name,
      columns: columns
        .filter(
          ({ name: column, type }) =>
            type !== 'bytea' &&
            !COLUMNS_LEFT_OUT.has(column) &&
            !(TEXTS_LEFT_OUT[name] ?? []).includes(column),
        )
        .map((column) => column.name),
      key,
    }))
}

/** Rows of a table in the order of its key, as one JSON text each, and the key of the last one. */
export interface TableBatch {
  readonly lines: readonly string[]
  readonly last: readonly string[] | null
}

/** Reads the rows after a key. */
export async function selectRows(
  ctx: Ctx,
  { name, columns, key }: ExportedTable,
  after: readonly string[] | null,
  most: number,
): Promise<TableBatch> {
  const keys = sql.join(key.map((column) => sql`t.${sql.ref(column.name)}`))
  const begin =
    after === null
      ? sql`true`
      : sql`(${keys}) > (${sql.join(key.map(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`))})`
  const listed = sql.join(columns.map((column) => sql`t.${sql.ref(column)}`))
  const result = await sql<{ line: string; key: string[] }>`
    select (select row_to_json(r)::text from (select ${listed}) r) as line,
      array[${sql.join(key.map((column) => sql`t.${sql.ref(column.name)}::text`))}] as key
    from ${sql.table(name)} t where t.account_id = ${ctx.accountId} and ${begin}
    order by ${keys} limit ${most}`.execute(ctx.db)
  return { lines: result.rows.map(({ line }) => line), last: result.rows.at(-1)?.key ?? null }
}

/** Returns the ids of all invoices in the order of their making. */
export async function selectInvoiceIds(ctx: Ctx): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from invoices where account_id = ${ctx.accountId} and state <> 'draft' order by id`.execute(
    ctx.db,
  )
  return result.rows.map(({ id }) => id)
}

/** Returns names and ids of the files that the account stored, without their bytes. */
export async function selectFiles(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const result = await sql<{ id: string; name: string }>`
    select id, name from stored_files where account_id = ${ctx.accountId} order by id`.execute(ctx.db)
  return result.rows
}

/**
 * Deletes the transaction's account with all its rows once its time is over. Returns false before. A large account takes minutes.
 */
export async function deleteAccount(ctx: Ctx, at: Date): Promise<boolean> {
  await sql`set local statement_timeout = '30min'`.execute(ctx.db)
  const result = await sql<{ deleted: boolean }>`select delete_account(${at}) as deleted`.execute(ctx.db)
  return result.rows[0]!.deleted
}

export async function eraseCustomerRows(
  ctx: Ctx,
  customerId: string,
  tombstone: string,
  at: Date,
): Promise<void> {
  await sql`select erase_customer(${customerId}, ${tombstone}, ${at})`.execute(ctx.db)
}
