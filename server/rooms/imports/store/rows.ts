import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { KeptRow } from '../rules/import-run.ts'
import type { RowErrors, RowOutcome } from '../rules/row-outcomes.ts'

export interface RowToKeep {
  readonly rowNumber: number
  readonly groupRow: number
  readonly cells: readonly string[]
  readonly outcome: RowOutcome
  /** Data to write; only on the first row of a group, and only for rows to be written. */
  readonly record: unknown
  readonly errors: RowErrors
  readonly summary: string
}

export async function insertRows(ctx: Ctx, importId: string, rows: readonly RowToKeep[]): Promise<void> {
  const given = rows.map((row) => ({
    row_number: row.rowNumber,
    group_row: row.groupRow,
    cells: row.cells,
    fate: row.outcome,
    record: row.record ?? null,
    errors: row.errors,
    summary: row.summary,
  }))
  await sql`
    insert into import_rows (account_id, import_id, row_number, group_row, cells, fate, record, errors, summary)
    select here.account_id, ${importId}::uuid, r.row_number, r.group_row, r.cells, r.fate, nullif(r.record, 'null'::jsonb),
      r.errors, r.summary
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(row_number integer, group_row integer, cells jsonb,
      fate text, record jsonb, errors jsonb, summary text)`.execute(ctx.db)
}

export async function deleteRows(ctx: Ctx, importId: string): Promise<void> {
  await ctx.db
    .deleteFrom('import_rows')
    .where('account_id', '=', ctx.accountId)
    .where('import_id', '=', importId)
    .execute()
}

export interface KeptGroup {
  readonly groupRow: number
  readonly outcome: RowOutcome
  readonly record: unknown
}

/** Returns the stored groups of an interrupted check by their first row. */
export async function keptGroups(ctx: Ctx, importId: string): Promise<Map<number, KeptGroup>> {
  const rows = await ctx.db
    .selectFrom('import_rows')
    .select(['group_row as groupRow', 'fate as outcome', 'record'])
    .where('account_id', '=', ctx.accountId)
    .where('import_id', '=', importId)
    .whereRef('row_number', '=', 'group_row')
    .execute()
  return new Map(rows.map((row) => [row.groupRow, row]))
}

export interface GroupToWrite {
  readonly groupRow: number
  readonly outcome: RowOutcome
  readonly record: unknown
  readonly rowCount: number
  readonly summary: string
}

/** Returns the next groups to write, in the order of the file. */
export async function nextGroupsToWrite(ctx: Ctx, importId: string, limit: number): Promise<GroupToWrite[]> {
  const found = await sql<GroupToWrite>`
    with due as (
      select group_row, count(*)::int as row_count from import_rows
      where account_id = ${ctx.accountId} and import_id = ${importId} and not written and fate in ('create', 'update')
      group by group_row order by group_row limit ${limit}
    )
    select due.group_row as "groupRow", due.row_count as "rowCount", r.fate as outcome, r.record, r.summary
    from due join import_rows r on r.account_id = ${ctx.accountId} and r.import_id = ${importId} and r.row_number = due.group_row
    order by due.group_row`.execute(ctx.db)
  return found.rows
}

export interface GroupOutcome {
  readonly groupRow: number
  readonly outcome: RowOutcome
  readonly errors: RowErrors
  readonly summary: string
}

/** Stores the outcomes of groups that were to be written. Those that were not written lose their record. */
export async function settleGroups(
  ctx: Ctx,
  importId: string,
  outcomes: readonly GroupOutcome[],
): Promise<void> {
  await sql`
    update import_rows i set fate = o.outcome, errors = o.errors, summary = o.summary, written = o.outcome in ('create', 'update'),
      record = case when o.outcome in ('create', 'update') then i.record end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o("groupRow" integer, outcome text, errors jsonb, summary text)
    where i.account_id = ${ctx.accountId} and i.import_id = ${importId} and i.group_row = o."groupRow"
      and not i.written and i.fate in ('create', 'update')`.execute(ctx.db)
}

const ROW = sql`row_number as "rowNumber", cells, fate as outcome, errors, summary`

/**
 * Returns a page of an import's rows in the order of the file, and the number of matches. Null instead of
 * the number when it is `counted` elsewhere and there is no search.
 */
export async function selectRows(
  ctx: Ctx,
  importId: string,
  page: {
    outcome: RowOutcome | undefined
    search: string | null
    counted: boolean
    limit: number
    offset: number
  },
): Promise<{ count: number | null; rows: KeptRow[] }> {
  const wanted = sql`from import_rows where account_id = ${ctx.accountId} and import_id = ${importId}
    ${page.outcome === undefined ? sql`` : sql`and fate = ${page.outcome}`}
    ${page.search === null ? sql`` : sql`and lower(cells::text) like ${likePattern(page.search)}`}`
  const rows =
    await sql<KeptRow>`select ${ROW} ${wanted} order by row_number ${pageOf(page.limit, page.offset)}`.execute(
      ctx.db,
    )
  if (page.search === null && page.counted) return { count: null, rows: rows.rows }
  const total = await sql<{ count: number }>`select count(*)::int as count ${wanted}`.execute(ctx.db)
  return { count: total.rows[0]!.count, rows: rows.rows }
}

/** Rejected rows, and duplicates that differ from the earlier row. */
export const LEFT_OUT = sql`(fate = 'reject' or (fate = 'duplicate' and errors <> '{}'::jsonb))`

export async function countLeftOut(ctx: Ctx, importId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from import_rows
    where account_id = ${ctx.accountId} and import_id = ${importId} and ${LEFT_OUT}`.execute(ctx.db)
  return result.rows[0]!.count
}

/** Counts the invoices of an import: to write or written, and written. */
export async function countInvoices(
  ctx: Ctx,
  importId: string,
): Promise<{ create: number; written: number }> {
  const result = await sql<{ create: number; written: number }>`
    select count(*)::int as create, (count(*) filter (where written))::int as written from import_rows
    where account_id = ${ctx.accountId} and import_id = ${importId} and row_number = group_row
      and fate in ('create', 'update')`.execute(ctx.db)
  return result.rows[0]!
}

/** Returns left-out rows after a row number, in batches, so that each statement stays short. */
export async function selectRejectedRows(
  ctx: Ctx,
  importId: string,
  after: number,
  limit: number,
): Promise<KeptRow[]> {
  const rows = await sql<KeptRow>`
    select ${ROW} from import_rows where account_id = ${ctx.accountId} and import_id = ${importId} and row_number > ${after}
      and ${LEFT_OUT}
    order by row_number limit ${limit}`.execute(ctx.db)
  return rows.rows
}
