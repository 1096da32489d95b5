import { type Selectable, sql } from 'kysely'
import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import type { DecimalMark } from '../../../../domain/parsing/loose-input.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { filterConditions, type ListMatch } from '../../../platform/db/filtering.ts'
import { likePattern } from '../../../platform/db/search.ts'
import type { Mapping } from '../rules/columns/targets.ts'
import type { ImportRun, ImportStatus } from '../rules/import-run.ts'
import type { ImportKind, RowOutcomeCounts } from '../rules/row-outcomes.ts'
import type { ImportRunsTable } from '../tables.ts'

const toRun = (row: Selectable<ImportRunsTable>): ImportRun => ({
  id: row.id,
  kind: row.kind,
  fileId: row.file_id,
  fileName: row.file_name,
  status: row.status,
  columns: row.columns,
  samples: row.samples,
  mapping: row.mapping,
  dateOrder: row.date_order,
  decimalMark: row.decimal_mark,
  totalRows: row.total_rows,
  checkedRows: row.checked_rows,
  writtenRows: row.written_rows,
  outcomes: {
    create: row.created_rows,
    update: row.updated_rows,
    unchanged: row.unchanged_rows,
    duplicate: row.duplicate_rows,
    reject: row.rejected_rows,
  },
  generation: row.generation,
  attempts: row.attempts,
  failure: row.failure,
  createdBy: row.created_by,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

type NewRun = Pick<
  ImportRun,
  | 'id'
  | 'kind'
  | 'fileId'
  | 'fileName'
  | 'columns'
  | 'samples'
  | 'mapping'
  | 'dateOrder'
  | 'decimalMark'
  | 'totalRows'
  | 'createdBy'
>

export async function insertRun(ctx: Ctx, run: NewRun): Promise<void> {
  await ctx.db
    .insertInto('import_runs')
    .values({
      account_id: ctx.accountId,
      id: run.id,
      kind: run.kind,
      file_id: run.fileId,
      file_name: run.fileName,
      status: 'mapping',
      columns: JSON.stringify(run.columns),
      samples: JSON.stringify(run.samples),
      mapping: JSON.stringify(run.mapping),
      date_order: run.dateOrder,
      decimal_mark: run.decimalMark,
      total_rows: run.totalRows,
      failure: null,
      created_by: run.createdBy,
      created_at: asDate(ctx.now),
      finished_at: null,
    })
    .execute()
}

const selectRun = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('import_runs').selectAll().where('account_id', '=', ctx.accountId).where('id', '=', id)

export async function findRun(ctx: Ctx, id: string): Promise<ImportRun | null> {
  const row = await selectRun(ctx, id).executeTakeFirst()
  return row ? toRun(row) : null
}

/** Locks the import until the transaction ends. */
export async function lockRun(ctx: Ctx, id: string): Promise<ImportRun | null> {
  const row = await selectRun(ctx, id).forUpdate().executeTakeFirst()
  return row ? toRun(row) : null
}

/** Search, filters and order of a list of imports. */
export interface RunMatch extends ListMatch {
  readonly kind: ImportKind | undefined
  readonly search: string | null
}

const ORDERS = {
  created: sql`created_at`,
  file_name: sql`lower(file_name)`,
  total_rows: sql`total_rows`,
} as const

/** Returns a page of the account's imports. */
export async function selectRuns(
  ctx: Ctx,
  match: RunMatch,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; runs: ImportRun[] }> {
  const search = match.search === null ? null : likePattern(match.search)
  const columns = {
    status: { expression: sql`status`, kind: 'text' },
    created: { expression: sql`created_at`, kind: 'date', timezone: match.timezone },
    total_rows: { expression: sql`total_rows`, kind: 'number' },
  } as const
  const query = ctx.db
    .selectFrom('import_runs')
    .where('account_id', '=', ctx.accountId)
    .$if(match.kind !== undefined, (q) => q.where('kind', '=', match.kind!))
    .$if(search !== null, (q) => q.where(sql<boolean>`lower(file_name) like ${search}`))
    .$if(match.filters.length > 0, (q) => q.where(filterConditions(match.filters, columns)))
  const total = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy(ORDERS[match.column as keyof typeof ORDERS], match.direction)
    .orderBy('id', match.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { count: total.count, runs: rows.map(toRun) }
}

export interface RunChange {
  readonly status?: ImportStatus
  readonly mapping?: Mapping
  readonly dateOrder?: DateFormat
  readonly decimalMark?: DecimalMark
  readonly totalRows?: number
  readonly checkedRows?: number
  readonly writtenRows?: number
  readonly outcomes?: RowOutcomeCounts
  readonly generation?: number
  readonly attempts?: number
  readonly failure?: string | null
  readonly finishedAt?: Date | null
}

export async function updateRun(ctx: Ctx, id: string, change: RunChange): Promise<void> {
  const { outcomes } = change
  const columns = {
    status: change.status,
    mapping: change.mapping === undefined ? undefined : JSON.stringify(change.mapping),
    date_order: change.dateOrder,
    decimal_mark: change.decimalMark,
    total_rows: change.totalRows,
    checked_rows: change.checkedRows,
    written_rows: change.writtenRows,
    created_rows: outcomes?.create,
    updated_rows: outcomes?.update,
    unchanged_rows: outcomes?.unchanged,
    duplicate_rows: outcomes?.duplicate,
    rejected_rows: outcomes?.reject,
    generation: change.generation,
    attempts: change.attempts,
    failure: change.failure,
    finished_at: change.finishedAt,
  }
  const named = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  await ctx.db
    .updateTable('import_runs')
    .set(named)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/**
 * Serializes writing imports of this account until the transaction ends, because two could add the same
 * customer.
 */
export async function lockWriting(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${ctx.accountId}`}, 0))`.execute(ctx.db)
}

/**
 * Discards the session's plans once in this transaction. An import may fill a table that was empty when a
 * statement was first planned, and such a plan reads the whole of a full table. Planning at every execution
 * instead would plan the foreign key checks again for every row.
 */
export async function discardPlans(ctx: Ctx): Promise<void> {
  await sql`discard plans`.execute(ctx.db)
}

/** Analyzes a table that imports fill, so that the next statements are planned for its current size. */
export async function measureTable(ctx: Ctx, table: string): Promise<void> {
  // Each node of a distributed database analyzes its own part by itself.
  if (ctx.app.isDistributed) return
  await sql`select measure_imported(${table})`.execute(ctx.db)
}
