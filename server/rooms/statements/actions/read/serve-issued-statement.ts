import type { FileReply } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { readStoredFile } from '../../../../platform/files.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { drawStoredDocument } from '../../../documents/index.ts'
import { findStatement } from '../../store/statements.ts'

/** Returns the PDF of an issued statement, as it was sent. Refuses not_found, and busy while too many documents wait. */
export async function serveIssuedStatement(uow: UnitOfWork, id: string): Promise<FileReply> {
  const file = await uow.transaction(async (ctx) => {
    const statement = await findStatement(ctx, id)
    return statement && readStoredFile(ctx, statement.file_id)
  })
  if (file === null) throw refuse('not_found')
  const { mediaType, name, bytes } = await drawStoredDocument(uow, file)
  return { mediaType, name, bytes, inline: true }
}
