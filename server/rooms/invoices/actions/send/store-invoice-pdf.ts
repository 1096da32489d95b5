import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { storeDocument } from '../../../documents/index.ts'
import { readInvoiceWhole } from '../../store/detail.ts'
import { readInvoiceDocument } from '../read/read-invoice-document.ts'
import { readIssuer } from '../read/read-issuer.ts'

/**
 * Stores an invoice's PDF as an attachment of an email. `payUrl` is printed on it; null prints none. Refuses not_found.
 */
export async function storeInvoicePdf(
  ctx: Ctx,
  invoiceId: string,
  payUrl: string | null,
): Promise<{ fileId: string; name: string }> {
  const invoice = await readInvoiceWhole(ctx, invoiceId)
  if (!invoice) throw refuse('not_found')
  const pdf = await readInvoiceDocument(ctx, await readIssuer(ctx), invoice, payUrl)
  return { fileId: await storeDocument(ctx, pdf), name: pdf.name }
}
