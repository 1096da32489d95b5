import { asDate } from './clock.ts'
import type { Ctx } from './context.ts'
import { nextId } from './context.ts'
import { insertChunks } from './db/insert-chunks.ts'
import { sha256 } from './ids.ts'

export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/**
 * Stores a file in the database, so that it is committed, backed up and isolated with the rows that refer to
 * it. Returns its id.
 */
export async function storeFile(ctx: Ctx, file: Omit<StoredFile, 'id'>): Promise<string> {
  const [id] = await storeFiles(ctx, [file])
  return id!
}

/** Stores files together. Returns their ids in the same order. */
export async function storeFiles(ctx: Ctx, files: readonly Omit<StoredFile, 'id'>[]): Promise<string[]> {
  const rows = files.map((file) => ({
    account_id: ctx.accountId,
    id: nextId(ctx),
    name: file.name,
    media_type: file.mediaType,
    sha256: sha256(file.bytes),
    bytes: file.bytes,
    created_at: asDate(ctx.now),
  }))
  await Promise.all(
    insertChunks(rows).map((chunk) => ctx.db.insertInto('stored_files').values(chunk).execute()),
  )
  return rows.map(({ id }) => id)
}

export async function readStoredFile(ctx: Ctx, id: string): Promise<StoredFile | null> {
  const row = await ctx.db
    .selectFrom('stored_files')
    .select(['id', 'name', 'media_type', 'bytes'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, mediaType: row.media_type, bytes: row.bytes } : null
}

/** Replaces a file's contents and keeps its id and name. */
export async function replaceStoredFile(
  ctx: Ctx,
  id: string,
  { mediaType, bytes }: Pick<StoredFile, 'mediaType' | 'bytes'>,
): Promise<void> {
  await ctx.db
    .updateTable('stored_files')
    .set({ media_type: mediaType, sha256: sha256(bytes), bytes })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a file that no row refers to any more. */
export async function removeStoredFile(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('stored_files')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
