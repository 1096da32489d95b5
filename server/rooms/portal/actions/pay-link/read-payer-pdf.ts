import type { FileReply } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { invoicePdfOf } from '../../../invoices/index.ts'

/** The PDF of an invoice for whoever may pay it. Throws not_found for every other. */
export async function readPayerPdf(uow: UnitOfWork, invoiceId: string): Promise<FileReply> {
  return { ...(await invoicePdfOf(uow, invoiceId)), inline: true }
}
