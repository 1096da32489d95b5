import { isFromCustomer, MAX_DISPUTES_OF_CUSTOMER } from '../../../../../domain/invoices/answers.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { lockOwedInvoice } from '../lock-owed-invoice.ts'
import { readOffer } from '../read/read-offer.ts'
import { addDispute, type DisputeBody } from './add-dispute.ts'

/**
 * Records that a customer says that something is wrong with an invoice. Refuses not_found, wrong_state when that is not
 * possible, and a wrong amount or a missing text beside its field.
 */
export async function openDispute(ctx: Ctx, invoiceId: string, body: DisputeBody) {
  const invoice = await lockOwedInvoice(ctx, invoiceId)
  const { customersMayDispute } = await readAccountRow(ctx)
  await addDispute(ctx, invoice, body, (former) => {
    if (!customersMayDispute) throw refuse('wrong_state', msg('You can’t do this here. Please contact us.'))
    if (former.filter(({ source }) => isFromCustomer(source)).length >= MAX_DISPUTES_OF_CUSTOMER)
      throw refuse('wrong_state', msg('You’ve told us about this invoice before. Please contact us.'))
  })
  return readOffer(ctx, invoiceId)
}
