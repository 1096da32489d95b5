import { readFilters } from '../../../contract/filters.ts'
import { invoices } from '../../../contract/invoices.ts'
import { invoiceRuns } from '../../../contract/lists/invoice-runs.ts'
import { isoInstant } from '../../platform/clock.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { pagedReply } from '../../platform/http/paging.ts'
import { exportInvoices } from './actions/read/export-invoices.ts'
import { listInvoices } from './actions/read/list-invoices.ts'
import { readDefaults } from './actions/read/read-defaults.ts'
import { readInvoice } from './actions/read/read-invoice.ts'
import { cancelRun } from './actions/runs/cancel-run.ts'
import { downloadRunPdfs } from './actions/runs/download-run-pdfs.ts'
import { listRuns } from './actions/runs/list-runs.ts'
import { previewRun } from './actions/runs/preview-run.ts'
import { startRun } from './actions/runs/start-run.ts'
import { zipInvoicePdfs } from './actions/runs/zip-pdfs.ts'
import { createJointPayLink } from './actions/send/create-joint-pay-link.ts'
import { createPayLink } from './actions/send/create-pay-link.ts'
import { previewInvoiceMail } from './actions/send/preview-invoice-mail.ts'
import { sendInvoice } from './actions/send/send-invoice.ts'
import { createInvoice } from './actions/write/create-invoice.ts'
import { duplicateInvoice } from './actions/write/duplicate-invoice.ts'
import { removeDraft } from './actions/write/remove-draft.ts'
import { undoWriteOff } from './actions/write/undo-write-off.ts'
import { updateInvoice } from './actions/write/update-invoice.ts'
import { voidInvoice } from './actions/write/void-invoice.ts'
import { writeOffInvoice } from './actions/write/write-off-invoice.ts'

export const invoicesRoutes: BoundRoute[] = [
  on(invoices.list, async (ctx, { query }) => {
    const { count, results, sums, views } = await listInvoices(ctx, { ...query, filters: readFilters(query) })
    return { ...pagedReply(`/api/accounts/${ctx.accountId}/invoices/`, query, count, results), sums, views }
  }),
  onUnitOfWork(invoices.export, (uow, { body }) => exportInvoices(uow, body)),
  on(invoices.defaults, (ctx) => readDefaults(ctx)),
  on(invoices.create, (ctx, { body }) => createInvoice(ctx, body)),
  on(invoices.read, (ctx, { params }) => readInvoice(ctx, params.invoice)),
  on(invoices.update, (ctx, { params, body }) => updateInvoice(ctx, params.invoice, body)),
  on(invoices.remove, (ctx, { params }) => removeDraft(ctx, params.invoice)),
  on(invoices.previewEmail, (ctx, { params, body }) => previewInvoiceMail(ctx, params.invoice, body.message)),
  on(invoices.send, (ctx, { params, body }) => sendInvoice(ctx, params.invoice, body)),
  on(invoices.duplicate, (ctx, { params }) => duplicateInvoice(ctx, params.invoice)),
  on(invoices.void, (ctx, { params, body }) => voidInvoice(ctx, params.invoice, body.reason)),
  on(invoices.undoWriteOff, (ctx, { params }) => undoWriteOff(ctx, params.invoice)),
  on(invoices.writeOff, (ctx, { params, body }) => writeOffInvoice(ctx, params.invoice, body.reason)),
  on(invoices.payLink, async (ctx, { params }) => {
    const link = await createPayLink(ctx, params.invoice)
    return { url: link.url, expires_at: isoInstant(link.expiresAt) }
  }),
  on(invoiceRuns.preview, (ctx, { body }) => previewRun(ctx, body)),
  on(invoiceRuns.list, (ctx) => listRuns(ctx)),
  on(invoiceRuns.start, (ctx, { body }) => startRun(ctx, body)),
  on(invoiceRuns.cancel, (ctx, { params }) => cancelRun(ctx, params.run)),
  onUnitOfWork(invoiceRuns.downloadPdfs, (uow, { params }) => downloadRunPdfs(uow, params.run)),
  onUnitOfWork(invoiceRuns.pdfs, (uow, { body }) => zipInvoicePdfs(uow, body)),
  on(invoices.jointPayLink, async (ctx, { params, body }) => {
    const link = await createJointPayLink(ctx, params.customer, body.invoices)
    return { url: link.url, expires_at: isoInstant(link.expiresAt), invoices: link.invoices }
  }),
]
