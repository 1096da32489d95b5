import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { DataExportRow } from '../tables.ts'

const ofAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('data_exports').selectAll().where('account_id', '=', ctx.accountId)

export const findExport = async (ctx: Ctx, id: string): Promise<DataExportRow | null> =>
  (await ofAccount(ctx).where('id', '=', id).executeTakeFirst()) ?? null

export const findExportOfRequest = async (ctx: Ctx, requestId: string): Promise<DataExportRow | null> =>
  (await ofAccount(ctx).where('request_id', '=', requestId).executeTakeFirst()) ?? null

/** Returns the last exports, the latest first. */
export const selectExports = (ctx: Ctx, most: number): Promise<DataExportRow[]> =>
  ofAccount(ctx).orderBy('created_at', 'desc').limit(most).execute()

export const findRunning = async (ctx: Ctx): Promise<DataExportRow | null> =>
  (await ofAccount(ctx).where('state', '=', 'running').executeTakeFirst()) ?? null

/** Adds an export. Returns its id; null when the request_id was used. */
export async function insertExport(
  ctx: Ctx,
  one: { readonly withPdfs: boolean; readonly requestId: string; readonly userId: string },
): Promise<string | null> {
  const row = await ctx.db
    .insertInto('data_exports')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      state: 'running',
      with_pdfs: one.withPdfs,
      failure: null,
      writer: null,
      request_id: one.requestId,
      created_by: one.userId,
      created_at: asDate(ctx.now),
      finished_at: null,
      kept_until: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Makes `writer` the only one that writes a running export, which begins empty. Returns null when it has ended. */
export async function beginWriting(
  ctx: Ctx,
  id: string,
  writer: string,
  total: number,
): Promise<DataExportRow | null> {
  const row = await ctx.db
    .updateTable('data_exports')
    .set({ writer, total, done: 0, size_bytes: '0' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (row) await deleteParts(ctx, id)
  return row ?? null
}

/** Adds a part and moves the progress. Returns false when another writer took over. */
export async function insertPart(
  ctx: Ctx,
  id: string,
  part: {
    readonly writer: string
    readonly position: number
    readonly bytes: Uint8Array
    readonly sum: number
    readonly done: number
  },
): Promise<boolean> {
  const moved = await ctx.db
    .updateTable('data_exports')
    .set({ done: part.done, size_bytes: String(part.sum) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('writer', '=', part.writer)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (!moved) return false
  await ctx.db
    .insertInto('data_export_parts')
    .values({
      account_id: ctx.accountId,
      export_id: id,
      position: part.position,
      bytes: Buffer.from(part.bytes),
    })
    .execute()
  return true
}

/** Ends a running export. Returns false when it had ended, or another writer took over. */
export async function endExport(
  ctx: Ctx,
  id: string,
  end: { readonly writer: string; readonly failure: string | null; readonly keptUntilMs: number | null },
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('data_exports')
    .set(({ ref }) => ({
      state: end.failure === null ? 'done' : 'failed',
      failure: end.failure,
      ...(end.failure === null && { done: ref('total') }),
      finished_at: asDate(ctx.now),
      kept_until: end.keptUntilMs === null ? null : asDate(end.keptUntilMs),
    }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('writer', '=', end.writer)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function readPart(ctx: Ctx, id: string, position: number): Promise<Buffer | null> {
  const row = await ctx.db
    .selectFrom('data_export_parts')
    .select('bytes')
    .where('account_id', '=', ctx.accountId)
    .where('export_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.bytes ?? null
}

async function deleteParts(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('data_export_parts')
    .where('account_id', '=', ctx.accountId)
    .where('export_id', '=', id)
    .execute()
}

/** Deletes the archives whose time is over by `ctx.now`, or all that are done. */
export async function deleteArchives(ctx: Ctx, which: 'expired' | 'all'): Promise<void> {
  const rows = await ofAccount(ctx)
    .where('kept_until', 'is not', null)
    .$if(which === 'expired', (query) => query.where('kept_until', '<=', asDate(ctx.now)))
    .forUpdate()
    .execute()
  for (const { id } of rows) {
    await deleteParts(ctx, id)
    await ctx.db
      .updateTable('data_exports')
      .set({ kept_until: null })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', id)
      .execute()
  }
}

/** Returns when the next archive may be deleted, in epoch ms. */
export async function nextExpiry(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('data_exports')
    .select(({ fn }) => fn.min('kept_until').as('at'))
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirstOrThrow()
  return at === null ? null : at.getTime()
}
