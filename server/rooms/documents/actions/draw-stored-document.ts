import type { UnitOfWork } from '../../../platform/context.ts'
import { type FileContents, replaceByPdf, undrawnContents } from '../store.ts'
import { drawDocument } from './draw-document.ts'

/**
 * Returns a stored file in the form that is sent. A document that is not drawn yet is drawn outside any transaction and
 * its PDF is stored in its place; any other file is returned unchanged.
 */
export async function drawStoredDocument<F extends FileContents>(uow: UnitOfWork, file: F): Promise<F> {
  const contents = undrawnContents(file)
  if (contents === null) return file
  const pdf = { mediaType: 'application/pdf', bytes: await drawDocument(contents, 'patient') }
  await uow.transaction((ctx) => replaceByPdf(ctx, file.id, pdf))
  return { ...file, ...pdf }
}
