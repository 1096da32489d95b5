import { deserialize, serialize } from 'node:v8'
import type { Ctx } from '../../platform/context.ts'
import { replaceStoredFile, type StoredFile, storeFiles } from '../../platform/files.ts'
import type { DocumentContents, NamedDocument } from './drawing/document-contents.ts'

/** Media type of a stored document that is not drawn yet. Rows of earlier versions have it too, so it keeps its name. */
const UNDRAWN = 'application/x-quittance-paper'

/** A stored file without its name, which callers may replace. */
export type FileContents = Omit<StoredFile, 'name'>

/** Stores contents of documents in V8's serialization format, which later versions of V8 can read. Returns the ids of the files. */
export const insertUndrawn = (ctx: Ctx, documents: readonly NamedDocument[]): Promise<string[]> =>
  storeFiles(
    ctx,
    documents.map(({ name, contents }) => ({ name, mediaType: UNDRAWN, bytes: serialize(contents) })),
  )

/** Returns the contents of a document that is not drawn yet, and null for any other file. */
export const undrawnContents = ({ mediaType, bytes }: FileContents): DocumentContents | null =>
  mediaType === UNDRAWN ? (deserialize(bytes) as DocumentContents) : null

/** Replaces an undrawn document by its PDF, under the same id and name. */
export const replaceByPdf = (
  ctx: Ctx,
  id: string,
  pdf: Pick<StoredFile, 'mediaType' | 'bytes'>,
): Promise<void> => replaceStoredFile(ctx, id, pdf)
