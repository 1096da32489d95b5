import type { Ctx } from '../../../platform/context.ts'
import type { NamedDocument } from '../drawing/document-contents.ts'
import { insertUndrawn } from '../store.ts'

/**
 * Stores a document's contents as this transaction sees them, so that a request that sends mail draws nothing: the job
 * that delivers the mail calls `drawStoredDocument`. Returns the id of the stored file.
 */
export async function storeDocument(ctx: Ctx, document: NamedDocument): Promise<string> {
  const [id] = await insertUndrawn(ctx, [document])
  return id!
}

/** Stores several documents as `storeDocument` does. Returns the ids of their files in the same order. */
export const storeDocuments = (ctx: Ctx, documents: readonly NamedDocument[]): Promise<string[]> =>
  insertUndrawn(ctx, documents)
