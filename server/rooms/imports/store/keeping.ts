import { sql } from 'kysely'
import { MAX_REASONS } from '../../../../domain/parsing/import-retention.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ImportStatus } from '../rules/import-run.ts'
import { LEFT_OUT } from './rows.ts'

/** Estimated size of a stored row besides its cells: outcome, index entries and reasons. */
const BYTES_OF_A_ROW = 200

/**
 * Serializes uploads of this account until the transaction ends, because parallel ones could exceed the
 * limit together.
 */
export async function lockKeeping(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import files ${ctx.accountId}`}, 0))`.execute(
    ctx.db,
  )
}

/** Returns the estimated size of a file's rows besides the file, in bytes. */
export const bytesOfRows = (rows: number): number => rows * BYTES_OF_A_ROW

/** Returns the size of all the account's imports, in bytes. Reads lengths only, not the files. */
export async function selectBytesKept(ctx: Ctx): Promise<number> {
  const result = await sql<{ bytes: string }>`
    select coalesce(sum(coalesce(octet_length(f.bytes), 0) + ${BYTES_OF_A_ROW}::bigint *
      case when r.file_id is null then least(r.rejected_rows + r.duplicate_rows, ${MAX_REASONS}::integer) else r.total_rows end), 0)::text as bytes
    from import_runs r left join stored_files f on f.account_id = r.account_id and f.id = r.file_id
    where r.account_id = ${ctx.accountId}`.execute(ctx.db)
  return Number(result.rows[0]!.bytes)
}

export interface RunToForget {
  readonly id: string
  readonly fileId: string
  /** True when nothing of it was written. */
  readonly unused: boolean
}

const UNUSED = sql`(status in ('mapping', 'previewing', 'ready', 'failed') and written_rows = 0)`

/** Returns when the first retention ends, in epoch ms. `keptMs` is how long each kind of import stays. */
export async function firstRetentionEnd(
  ctx: Ctx,
  keptMs: { unused: number; imported: number },
): Promise<number | null> {
  const result = await sql<{ at: Date | null }>`
    select min(coalesce(finished_at, created_at) + case when ${UNUSED} then ${keptMs.unused}::double precision
      else ${keptMs.imported}::double precision end * interval '1 millisecond') as at
    from import_runs where account_id = ${ctx.accountId} and file_id is not null and status <> 'running'`.execute(
    ctx.db,
  )
  // An instant at which a retention has ended, not the last one at which it has not.
  return result.rows[0]!.at === null ? null : result.rows[0]!.at.getTime() + 1
}

/**
 * Locks imports whose retention has ended until the transaction ends: never run and uploaded before
 * `unused`, or finished before `imported`, both epoch ms.
 */
export async function lockRunsToForget(
  ctx: Ctx,
  before: { unused: number; imported: number },
  limit: number,
): Promise<RunToForget[]> {
  const result = await sql<RunToForget>`
    select id, file_id as "fileId", ${UNUSED} as unused from import_runs
    where account_id = ${ctx.accountId} and file_id is not null and status <> 'running'
      and coalesce(finished_at, created_at) < case when ${UNUSED} then ${asDate(before.unused)}::timestamptz
        else ${asDate(before.imported)}::timestamptz end
    order by created_at limit ${limit} for update skip locked`.execute(ctx.db)
  return result.rows
}

/** Locks imports that still have their file and contain one of these texts, in the file as UTF-8 or in their rows. */
export async function lockRunsNaming(
  ctx: Ctx,
  texts: readonly string[],
): Promise<(RunToForget & { readonly status: ImportStatus })[]> {
  const result = await sql<RunToForget & { status: ImportStatus }>`
    select r.id, r.file_id as "fileId", ${UNUSED} as unused, r.status from import_runs r
    where r.account_id = ${ctx.accountId} and r.file_id is not null and (
      exists (select from stored_files f join unnest(${[...texts]}::text[]) t(text) on position(convert_to(t.text, 'UTF8') in f.bytes) > 0
        where f.account_id = ${ctx.accountId} and f.id = r.file_id)
      or exists (select from import_rows w join unnest(${[...texts]}::text[]) t(text) on position(lower(t.text) in lower(w.cells::text)) > 0
        where w.account_id = ${ctx.accountId} and w.import_id = r.id))
    for update of r`.execute(ctx.db)
  return result.rows
}

export async function deleteRun(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('import_runs')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/**
 * Reduces an import to its outcome. The first left-out rows stay with their reasons and without their cells.
 */
export async function leaveOutcome(ctx: Ctx, id: string): Promise<void> {
  await sql`
    delete from import_rows where account_id = ${ctx.accountId} and import_id = ${id} and row_number not in (
      select row_number from import_rows where account_id = ${ctx.accountId} and import_id = ${id} and ${LEFT_OUT}
      order by row_number limit ${MAX_REASONS})`.execute(ctx.db)
  await sql`
    update import_rows set cells = '[]', record = null
    where account_id = ${ctx.accountId} and import_id = ${id}`.execute(ctx.db)
  await sql`
    update import_runs set file_id = null, samples = '[]'
    where account_id = ${ctx.accountId} and id = ${id}`.execute(ctx.db)
}
