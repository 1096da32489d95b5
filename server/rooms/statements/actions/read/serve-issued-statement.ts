import type { FileReply } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { readStoredFile } from '../../../../platform/files.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { serveStoredDocument } from '../../../documents/index.ts'
import { findStatement } from '../../store/statements.ts'

/** Returns the PDF of an issued statement, as it was sent. Refuses not_found, and what `serveStoredDocument` refuses. */
export const serveIssuedStatement = (uow: UnitOfWork, id: string): Promise<FileReply> =>
  serveStoredDocument(uow, async (ctx) => {
    const statement = await findStatement(ctx, id)
    const file = statement && (await readStoredFile(ctx, statement.file_id))
    if (!file) throw refuse('not_found')
    return file
  })
