import type { Ctx } from '../../../platform/context.ts'
import type { NamedDocument } from '../drawing/document-contents.ts'
import { insertUndrawn } from '../store.ts'

/**
 * Stores a document's contents as this transaction sees them, so that a request that sends mail draws nothing: the job
 * that delivers the mail calls `drawStoredDocument`. Returns the id of the stored file.
 */
export const storeDocument = (ctx: Ctx, { name, contents }: NamedDocument): Promise<string> =>
  insertUndrawn(ctx, name, contents)
