import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readInvoiceWhole } from '../store/detail.ts'
import { readIssuer } from './read-issuer.ts'
import { type NamedPdf, renderInvoice } from './render-invoice.ts'

/** The PDF of an invoice that the actor may see. Refuses not_found. */
export async function invoicePdfOf(ctx: Ctx, invoiceId: string): Promise<NamedPdf> {
  const invoice = await readInvoiceWhole(ctx, invoiceId)
  if (!invoice) throw refuse('not_found')
  return renderInvoice(ctx, await readIssuer(ctx), invoice, null)
}
