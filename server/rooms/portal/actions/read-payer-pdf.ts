import type { FileReply } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { invoicePdfOf } from '../../invoices/index.ts'

/** The PDF of an invoice for whoever may pay it. Throws not_found for every other. */
export async function readPayerPdf(ctx: Ctx, invoiceId: string): Promise<FileReply> {
  return { ...(await invoicePdfOf(ctx, invoiceId)), mediaType: 'application/pdf', inline: true }
}
