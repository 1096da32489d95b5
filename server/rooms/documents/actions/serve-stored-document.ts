import type { FileReply } from '../../../../contract/route.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import type { StoredFile } from '../../../platform/files.ts'
import { undrawnContents } from '../store.ts'
import { admitDownload } from './admit-download.ts'
import { drawDocument } from './draw-document.ts'

/**
 * Answers a download with a stored document. One that is not drawn yet is drawn and not stored, because a download changes
 * nothing. `read` runs in a transaction. Throws what `read` throws, busy while too many documents wait, and too_many_requests
 * beyond the limits of `admitDownload`.
 */
export async function serveStoredDocument(
  uow: UnitOfWork,
  read: (ctx: Ctx) => Promise<StoredFile>,
): Promise<FileReply> {
  const who = await admitDownload(uow)
  const file = await uow.transaction(read)
  const contents = undrawnContents(file)
  const bytes = contents === null ? file.bytes : await drawDocument(contents, who)
  return { mediaType: 'application/pdf', name: file.name, bytes, inline: true }
}
