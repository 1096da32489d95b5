import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readOffer } from '../../../answers/index.ts'
import { readInvoiceForPayer } from '../../../invoices/index.ts'
import { readPlanOfInvoice } from '../../../payment-plans/index.ts'
import { readInvoicePayer } from '../../../payments/index.ts'

/** Returns one invoice to a caller who may pay it. Throws not_found for every other invoice. */
export async function readPayerInvoice(
  ctx: Ctx,
  invoiceId: string,
): Promise<HandlerReplyOf<typeof contract.portal.invoice>> {
  const invoice = await readInvoiceForPayer(ctx, invoiceId)
  const [payer, answers, plan] = await Promise.all([
    readInvoicePayer(ctx, invoiceId),
    readOffer(ctx, invoiceId),
    readPlanOfInvoice(ctx, invoiceId),
  ])
  return { ...invoice, ...payer, answers, payment_plan: plan }
}
