import type { FileReply } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { invoicePdfOf } from '../../../invoices/index.ts'

/** Returns the PDF of an invoice to a caller who may pay it. Throws not_found for every other invoice. */
export async function readPayerPdf(uow: UnitOfWork, invoiceId: string): Promise<FileReply> {
  return { ...(await invoicePdfOf(uow, invoiceId)), inline: true }
}
