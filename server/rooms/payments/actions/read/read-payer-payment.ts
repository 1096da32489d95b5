import type { FileReply } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { serveDocument } from '../../../documents/index.ts'
import { isPayerOf } from '../../rules/is-payer-of.ts'
import { methodSeenBy } from '../../rules/method-seen.ts'
import { hasReceipt, type PayerPayment, type Payment, payerRecord } from '../../rules/records.ts'
import { type AllocationRow, allocationsOf } from '../../store/allocations.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { composeReceipt } from '../notify/compose-receipt.ts'
import { showCredit, showShares } from '../several/show-shares.ts'
import { type Payable, readPayable } from './read-payable.ts'

/**
 * Returns a payment of an invoice that the caller may pay. A pay link does not see payments that also
 * settle invoices that it does not open. Refuses invoice_unknown, not_found.
 */
export async function payerPaymentOf(
  ctx: Ctx,
  invoiceId: string,
  paymentId: string,
): Promise<{ payment: Payment; payable: Payable; shares: readonly AllocationRow[] }> {
  const payable = await readPayable(ctx, invoiceId)
  const payment = await readPaymentRow(ctx, paymentId)
  const shares = payment ? await allocationsOf(ctx, paymentId) : []
  const isPaid = (share: { invoiceId: string }): boolean => share.invoiceId === payable.invoice.id
  const { actor } = ctx
  const opens = actor.kind === 'pay_link' ? (actor.invoiceIds ?? [actor.invoiceId]) : null
  const paysIt =
    shares.some(isPaid) && (opens === null || shares.every((one) => opens.includes(one.invoiceId)))
  if (!payment || !paysIt || payment.customer_id !== payable.invoice.customerId) throw refuse('not_found')
  return { payment, payable, shares }
}

/** Returns a payment for its payer. Refuses invoice_unknown, not_found. */
export async function readPayerPayment(
  ctx: Ctx,
  invoiceId: string,
  paymentId: string,
): Promise<PayerPayment> {
  const { payment, payable, shares } = await payerPaymentOf(ctx, invoiceId, paymentId)
  const paid = await showShares(ctx, paymentId, shares)
  const credit = await showCredit(ctx, paymentId)
  const record = payerRecord(payment, payable.invoice, methodSeenBy(ctx.actor, payment), paid, credit)
  // Only the payer sees the next step: with its data the payment could be finished at the processor.
  return isPayerOf(ctx.actor, payment) ? record : { ...record, next: null }
}

/**
 * Returns the receipt of a confirmed payment as PDF. Refuses invoice_unknown, not_found, wrong_state, and the
 * errors of `serveDocument`.
 */
export const readReceipt = (uow: UnitOfWork, invoiceId: string, paymentId: string): Promise<FileReply> =>
  serveDocument(uow, async (ctx) => {
    const { payment } = await payerPaymentOf(ctx, invoiceId, paymentId)
    if (!hasReceipt(payment))
      throw refuse('wrong_state', msg('You can get the receipt once the payment is confirmed.'))
    return (await composeReceipt(ctx, payment, methodSeenBy(ctx.actor, payment))).pdf
  })
