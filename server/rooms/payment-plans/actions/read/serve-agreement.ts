import type { FileReply } from '../../../../../contract/route.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { readStoredFile, type StoredFile } from '../../../../platform/files.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { serveStoredDocument } from '../../../documents/index.ts'
import { findPlan } from '../../store/plans.ts'

/** Serves what a customer agreed to. Refuses not_found, also for a plan that nobody confirmed. */
export const serveAgreement = (uow: UnitOfWork, planId: string): Promise<FileReply> =>
  serveStoredDocument(uow, (ctx) => readAgreement(ctx, planId))

/** Returns the stored agreement of a plan. Refuses not_found. */
async function readAgreement(ctx: Ctx, planId: string): Promise<StoredFile> {
  const fileId = (await findPlan(ctx, planId))?.row.agreement_file_id ?? null
  const file = fileId === null ? null : await readStoredFile(ctx, fileId)
  if (file === null) throw refuse('not_found')
  return file
}
