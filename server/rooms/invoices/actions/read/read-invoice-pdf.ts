import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { serveDocument } from '../../../documents/index.ts'
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
