import { deserialize, serialize } from 'node:v8'
import type { Ctx } from '../../platform/context.ts'
import { replaceStoredFile, type StoredFile, storeFile } from '../../platform/files.ts'
import type { DocumentContents } from './drawing/document-contents.ts'

/** Media type of a stored document that is not drawn yet. Rows of earlier versions have it too, so it keeps its name. */
const UNDRAWN = 'application/x-quittance-paper'

/** A stored file without its name, which callers may replace. */
export type FileContents = Omit<StoredFile, 'name'>

/** Stores a document's contents in V8's serialization format, which later versions of V8 can read. Returns the file's id. */
export const insertUndrawn = (ctx: Ctx, name: string, contents: DocumentContents): Promise<string> =>
  storeFile(ctx, { name, mediaType: UNDRAWN, bytes: serialize(contents) })

/** Returns the contents of a document that is not drawn yet, and null for any other file. */
export const undrawnContents = ({ mediaType, bytes }: FileContents): DocumentContents | null =>
  mediaType === UNDRAWN ? (deserialize(bytes) as DocumentContents) : null

/** Replaces an undrawn document by its PDF, under the same id and name. */
export const replaceByPdf = (
  ctx: Ctx,
  id: string,
  pdf: Pick<StoredFile, 'mediaType' | 'bytes'>,
): Promise<void> => replaceStoredFile(ctx, id, pdf)
