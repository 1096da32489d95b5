import type { contract } from '../../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { admitDownload } from '../../../documents/index.ts'
import type { RunInvoice } from '../../store/runs.ts'
import { drawInvoicePdf } from '../read/read-invoice-pdf.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { archivePdfs, type NamedPdf } from './archive-pdfs.ts'
import { mostOf, readSelection } from './read-selection.ts'

/**
 * Streams the PDFs of the selected invoices as a ZIP archive, each drawn when the one before was sent. The archive counts as one
 * download, which is in the audit log. Refuses as `readSelection` and `admitDownload` do.
 */
export async function zipInvoicePdfs(
  uow: UnitOfWork,
  selection: InputOf<typeof contract.invoiceRuns.pdfs>['body'],
): Promise<FileInParts> {
  await admitDownload(uow)
  const { invoices, today } = await uow.transaction(async (ctx) => {
    const invoices = await readSelection(ctx, selection, mostOf('pdfs'))
    await audit(ctx, 'invoices.export-pdfs', { type: 'invoice', id: null }, { rows: invoices.length })
    return { invoices, today: (await readIssuer(ctx)).today }
  })
  return {
    mediaType: 'application/zip',
    name: `Invoices ${today}.zip`,
    parts: archivePdfs(drawEach(uow, invoices)),
  }
}

async function* drawEach(uow: UnitOfWork, invoices: readonly RunInvoice[]): AsyncGenerator<NamedPdf> {
  for (const { id } of invoices) {
    const pdf = await drawInvoicePdf(uow, id)
    if (pdf !== null) yield pdf
  }
}
