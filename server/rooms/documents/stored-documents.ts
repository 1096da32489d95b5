import { deserialize, serialize } from 'node:v8'
import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { replaceStoredFile, type StoredFile, storeFile } from '../../platform/files.ts'
import { drawDocument } from './drawing/draw-document.ts'
import type { NamedDocument, Paper } from './drawing/pdf-data.ts'

/** What a stored file is until it is drawn: a Paper, as V8 writes it down (its later versions read it as well). */
const UNDRAWN = 'application/x-quittance-paper'
const PDF = 'application/pdf'

/**
 * Keeps a document as it stands in this transaction, to be drawn once that is over: by whoever delivers it. Returns the
 * file's id.
 */
export const storeDocument = (ctx: Ctx, { name, paper }: NamedDocument): Promise<string> =>
  storeFile(ctx, { name, mediaType: UNDRAWN, bytes: serialize(paper) })

/** A stored file as it is read by people: one not drawn yet is drawn, outside any transaction, and kept as PDF. */
export async function drawnFile<F extends Omit<StoredFile, 'name'>>(uow: UnitOfWork, file: F): Promise<F> {
  if (file.mediaType !== UNDRAWN) return file
  const drawn = { mediaType: PDF, bytes: await drawDocument(deserialize(file.bytes) as Paper, 'patient') }
  await uow.transaction((ctx) => replaceStoredFile(ctx, file.id, drawn))
  return { ...file, ...drawn }
}
