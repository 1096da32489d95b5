import { deserialize, serialize } from 'node:v8'
import type { Ctx, Steps } from '../context.ts'
import { replaceStoredFile, type StoredFile, storeFile } from '../files.ts'
import { drawPaper } from './draw-paper.ts'
import type { NamedPaper, Paper } from './pdf-data.ts'

/** What a stored file is until it is drawn: a Paper, as V8 writes it down (its later versions read it as well). */
const UNDRAWN = 'application/x-quittance-paper'
const PDF = 'application/pdf'

/**
 * Keeps a document as it stands in this transaction, to be drawn once that is over: by whoever delivers it. Returns the
 * file's id.
 */
export const storePaper = (ctx: Ctx, { name, paper }: NamedPaper): Promise<string> =>
  storeFile(ctx, { name, mediaType: UNDRAWN, bytes: serialize(paper) })

/** A stored file as it is read by people: one not drawn yet is drawn, outside any transaction, and kept as PDF. */
export async function drawnFile<F extends Omit<StoredFile, 'name'>>(steps: Steps, file: F): Promise<F> {
  if (file.mediaType !== UNDRAWN) return file
  const drawn = { mediaType: PDF, bytes: await drawPaper(deserialize(file.bytes) as Paper, 'patient') }
  await steps.transaction((ctx) => replaceStoredFile(ctx, file.id, drawn))
  return { ...file, ...drawn }
}
