import type { UnitOfWork } from '../../../../platform/context.ts'
import { insertRunPdf } from '../../store/run-pdfs.ts'
import { leftOutOf, lockRun, moveRun } from '../../store/runs.ts'
import { drawInvoicePdf } from '../read/read-invoice-pdf.ts'
import { findStarter } from './find-starter.ts'

/**
 * Draws the PDF of the next invoice of a run, outside any transaction, and keeps it in the one in which the run moves on. Returns false
 * when the run has ended.
 */
export async function drawNext(uow: UnitOfWork, id: string): Promise<boolean> {
  const next = await uow.transaction(async (ctx) => {
    const run = await lockRun(ctx, id)
    if (run === null || (await findStarter(ctx, run)) === null) return null
    return { position: run.position, invoice: run.invoice_ids[run.position]! }
  })
  if (next === null) return false
  const pdf = await drawInvoicePdf(uow, next.invoice)
  return uow.transaction(async (ctx) => {
    const run = await lockRun(ctx, id)
    if (run === null) return false
    // Another worker may have drawn it meanwhile.
    if (run.position !== next.position) return true
    if (pdf !== null) await insertRunPdf(ctx, id, { ...pdf, position: next.position })
    await moveRun(ctx, run, pdf === null ? [leftOutOf(next.invoice, '', 'gone')] : [])
    return true
  })
}
