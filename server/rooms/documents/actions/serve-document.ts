import type { FileReply } from '../../../../contract/route.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import type { NamedDocument } from '../drawing/document-contents.ts'
import { admitDownload } from './admit-download.ts'
import { drawDocument } from './draw-document.ts'

/**
 * Answers a download with a PDF. `read` runs in a transaction; the document is drawn after that has ended. Throws what
 * `read` throws, busy while too many documents wait, and too_many_requests beyond the limits of `admitDownload`.
 */
export async function serveDocument(
  uow: UnitOfWork,
  read: (ctx: Ctx) => Promise<NamedDocument>,
): Promise<FileReply & { readonly bytes: Buffer }> {
  const who = await admitDownload(uow)
  const { name, contents } = await uow.transaction(read)
  return { mediaType: 'application/pdf', name, bytes: await drawDocument(contents, who) }
}
