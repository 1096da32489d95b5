import type { FileInParts } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readPdfAfter } from '../../store/run-pdfs.ts'
import { findRun } from '../../store/runs.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { archivePdfs, type NamedPdf } from './archive-pdfs.ts'

/**
 * Streams the PDFs that a run has drawn as a ZIP archive. The download is in the audit log. Throws not_found, and wrong_state while it
 * draws, when it drew none and once they are deleted.
 */
export async function downloadRunPdfs(uow: UnitOfWork, id: string): Promise<FileInParts> {
  const today = await uow.transaction(async (ctx) => {
    const run = await findRun(ctx, id)
    if (run?.action !== 'pdfs') throw refuse('not_found')
    if (run.state === 'running') throw refuse('wrong_state', 'These PDFs are not ready yet.')
    if (run.done_count === 0 || run.kept_until === null || run.kept_until.getTime() <= ctx.now)
      throw refuse('wrong_state', 'These PDFs are not kept any more. Select the invoices again.')
    await audit(ctx, 'invoices.export-pdfs', { type: 'invoice', id: null }, { rows: run.done_count })
    return (await readIssuer(ctx)).today
  })
  return {
    mediaType: 'application/zip',
    name: `Invoices ${today}.zip`,
    parts: archivePdfs(readEach(uow, id)),
  }
}

async function* readEach(uow: UnitOfWork, id: string): AsyncGenerator<NamedPdf> {
  for (let after = -1; ; ) {
    const pdf = await uow.transaction((ctx) => readPdfAfter(ctx, id, after))
    if (pdf === null) return
    yield pdf
    after = pdf.position
  }
}
