import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { drawDocument, serveDocument } from '../../../documents/index.ts'
import { readInvoiceWhole } from '../../store/detail.ts'
import { readInvoiceDocument } from './read-invoice-document.ts'
import { readIssuer } from './read-issuer.ts'

/** Returns the PDF of an invoice that the actor may see. Refuses not_found, and as `serveDocument` does. */
export const invoicePdfOf = (uow: UnitOfWork, invoiceId: string) =>
  serveDocument(uow, async (ctx) => {
    const invoice = await readInvoiceWhole(ctx, invoiceId)
    if (!invoice) throw refuse('not_found')
    return readInvoiceDocument(ctx, await readIssuer(ctx), invoice, null)
  })

/** Draws the PDF of an invoice as one of many, which is never refused as busy and counts as no download. Null when the invoice is gone. */
export async function drawInvoicePdf(
  uow: UnitOfWork,
  invoiceId: string,
): Promise<{ readonly name: string; readonly bytes: Buffer } | null> {
  const document = await uow.transaction(async (ctx) => {
    const invoice = await readInvoiceWhole(ctx, invoiceId)
    return invoice ? readInvoiceDocument(ctx, await readIssuer(ctx), invoice, null) : null
  })
  if (document === null) return null
  return { name: document.name, bytes: await drawDocument(document.contents, 'patient') }
}
