import { findLeftOut } from '../../../../../domain/invoices/bulk-actions.ts'
import { type Ctx, type UnitOfWork, unitOfWork } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { endRun, findRun, leftOutOf, lockRun, moveRun, selectRunInvoices } from '../../store/runs.ts'
import type { InvoiceRunRow } from '../../tables.ts'
import { sendInvoice } from '../send/send-invoice.ts'
import { undoWriteOff } from '../write/undo-write-off.ts'
import { voidInvoice } from '../write/void-invoice.ts'
import { writeOffInvoice } from '../write/write-off-invoice.ts'
import { drawNext } from './draw-next.ts'
import { findStarter } from './find-starter.ts'
import { remindNext } from './remind-next.ts'

/**
 * Acts on the invoices of a run in the name of the person who started it, one in a transaction (reminders: those of one customer), in
 * which the run moves on: after an interruption nothing is done twice, and two workers take turns. Ends when the run was canceled, the person may no longer do this,
 * or the company's limit of mails a day is reached.
 */
export async function performRun(uow: UnitOfWork, id: string): Promise<void> {
  const found = await uow.transaction(async (ctx) => {
    const run = await findRun(ctx, id)
    const starter = run?.state === 'running' ? await findStarter(ctx, run) : null
    return starter && { starter, next: run?.action === 'pdfs' ? drawNext : performNext }
  })
  if (found === null) return
  const theirs = unitOfWork(uow.app, { requestId: id, ip: null }, found.starter, uow.accountId)
  try {
    while (await found.next(theirs, id));
  } catch (error) {
    const isLimit = error instanceof Refusal && error.code === 'too_many_requests'
    const failure = isLimit
      ? (error.detail ?? 'Please send the rest tomorrow.')
      : 'This stopped at an error. Select the rest and start again: what is done is not done twice.'
    await uow.transaction((ctx) => endRun(ctx, id, 'failed', failure))
    if (!isLimit) throw error
  }
}

/** Acts on the next invoice. Returns false when the run has ended. */
async function performNext(uow: UnitOfWork, id: string): Promise<boolean> {
  try {
    return await uow.transaction(async (ctx) => {
      const run = await lockRun(ctx, id)
      // Rights may be lost while a long run goes on.
      if (run === null || (await findStarter(ctx, run)) === null) return false
      await actOnNext(ctx, run)
      return true
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'too_many_requests' || error.code === 'busy')
      throw error
    return uow.transaction((ctx) => noteRefusal(ctx, id, error))
  }
}

async function actOnNext(ctx: Ctx, run: InvoiceRunRow): Promise<void> {
  const invoiceId = run.invoice_ids[run.position]!
  const [invoice] = await selectRunInvoices(ctx, [invoiceId])
  const reason = invoice ? findLeftOut(run.action, invoice) : 'gone'
  if (reason !== null) return moveRun(ctx, run, [leftOutOf(invoiceId, invoice?.number ?? '', reason)])
  if (run.action === 'remind') return remindNext(ctx, run)
  if (run.action === 'pdfs') throw new Error('PDFs are not drawn in a transaction.')
  const actions = {
    send: () => sendInvoice(ctx, invoiceId, { message: run.note, email: true }),
    void: () => voidInvoice(ctx, invoiceId, run.note),
    write_off: () => writeOffInvoice(ctx, invoiceId, run.note),
    undo_write_off: () => undoWriteOff(ctx, invoiceId),
  }
  await actions[run.action]()
  await moveRun(ctx, run, [])
}

async function noteRefusal(ctx: Ctx, id: string, refusal: Refusal): Promise<boolean> {
  const run = await lockRun(ctx, id)
  if (run === null) return false
  const invoiceId = run.invoice_ids[run.position]!
  const [invoice] = await selectRunInvoices(ctx, [invoiceId])
  const text = refusal.detail ?? Object.values(refusal.fields ?? {}).flat()[0] ?? ''
  await moveRun(ctx, run, [leftOutOf(invoiceId, invoice?.number ?? '', 'refused', text)])
  return true
}
