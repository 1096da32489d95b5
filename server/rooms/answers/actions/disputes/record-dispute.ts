import type { Ctx } from '../../../../platform/context.ts'
import { lockOwedInvoice } from '../lock-owed-invoice.ts'
import { listAnswers } from '../read/list-answers.ts'
import { addDispute, type DisputeBody } from './add-dispute.ts'

/** Records a dispute that a customer told staff about. Refuses like `addDispute`, and not_found. */
export async function recordDispute(ctx: Ctx, invoiceId: string, body: DisputeBody) {
  await addDispute(ctx, await lockOwedInvoice(ctx, invoiceId), body)
  return listAnswers(ctx, invoiceId)
}
