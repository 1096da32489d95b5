import type { contract } from '../../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { ZipWriter } from '../../../../platform/exports/zip-writer.ts'
import { documentFileName } from '../../rules.ts'
import type { RunInvoice } from '../../store/runs.ts'
import { invoicePdfOf } from '../read/read-invoice-pdf.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { readSelection } from './read-selection.ts'

const MAX_PDFS = 500

/**
 * Streams the PDFs of the selected invoices as a ZIP archive, each drawn when the one before was sent. The download is in the audit
 * log.
 */
export async function zipInvoicePdfs(
  uow: UnitOfWork,
  selection: InputOf<typeof contract.invoiceRuns.pdfs>['body'],
): Promise<FileInParts> {
  const { invoices, today } = await uow.transaction(async (ctx) => {
    const invoices = await readSelection(ctx, selection, MAX_PDFS)
    await audit(ctx, 'invoices.export-pdfs', { type: 'invoice', id: null }, { rows: invoices.length })
    return { invoices, today: (await readIssuer(ctx)).today }
  })
  return { mediaType: 'application/zip', name: `Invoices ${today}.zip`, parts: archiveOf(uow, invoices) }
}

/** Numbers that differ only in characters which files can't have get a figure each. */
function unusedName(name: string, used: Set<string>): string {
  let unused = name
  for (let count = 2; used.has(unused.toLowerCase()); count += 1)
    unused = name.replace(/\.pdf$/, ` (${count}).pdf`)
  used.add(unused.toLowerCase())
  return unused
}

async function* archiveOf(uow: UnitOfWork, invoices: readonly RunInvoice[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const used = new Set<string>()
  for (const { id, number } of invoices) {
    const { bytes } = await invoicePdfOf(uow, id)
    zip.begin(unusedName(documentFileName('Invoice', number), used))
    await zip.write(bytes)
    await zip.finish()
    yield zip.take()
  }
  zip.close()
  yield zip.take()
}
