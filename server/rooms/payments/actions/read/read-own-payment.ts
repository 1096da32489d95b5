import type { contract } from '../../../../../contract/index.ts'
import type { FileReply, HandlerReplyOf } from '../../../../../contract/route.ts'
import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { displayAmount, formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { readerLocale, writeFor } from '../../../../platform/languages/translate.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { serveDocument } from '../../../documents/index.ts'
import { ownPaymentRecord } from '../../rules/own-payment.ts'
import { hasReceipt, type Payment, totalMinor } from '../../rules/records.ts'
import { payerMessage, underWayText } from '../../rules/texts.ts'
import { invoicesOfOwnPayment, readOwnPayment as readOwn } from '../../store/own-payments.ts'
import { refundsOf } from '../../store/refunds.ts'
import { composeReceipt } from '../notify/compose-receipt.ts'

async function ownPaymentOf(ctx: Ctx, paymentId: string): Promise<Payment> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const payment = await readOwn(ctx, actor.customerId, paymentId)
  if (!payment) throw refuse('not_found')
  return payment
}

/** Returns a payment of the session's customer. Refuses not_allowed and not_found. */
export async function readOwnPayment(
  ctx: Ctx,
  paymentId: string,
): Promise<HandlerReplyOf<typeof contract.ownPayments.read>> {
  const payment = await ownPaymentOf(ctx, paymentId)
  const [{ timezone }, invoices, refunds] = await Promise.all([
    readAccountRow(ctx),
    invoicesOfOwnPayment(ctx, payment),
    refundsOf(ctx, paymentId),
  ])
  const wire = (minor: bigint): string => formatAmount(minor, payment.currency)
  const total = displayAmount(totalMinor(payment), payment.currency, { locale: readerLocale(ctx) })
  return {
    ...ownPaymentRecord(payment, timezone),
    surcharge: wire(payment.surcharge_minor),
    unapplied: wire(payment.unapplied_minor),
    message: writeFor(ctx, underWayText(payment, total) || payerMessage(payment)),
    reference: payment.reference,
    invoices: invoices.map(({ id, number, amountMinor, visible }) => ({
      pk: id,
      number,
      amount: wire(amountMinor),
      visible,
    })),
    refunds: refunds.map((refund) => ({
      pk: refund.id,
      amount: wire(refund.amount_minor),
      status: refund.status,
      date: dateInZone((refund.settled_at ?? refund.created_at).getTime(), timezone),
    })),
  }
}

/**
 * Returns the receipt of a payment of the session's customer as PDF. Refuses not_allowed, not_found,
 * wrong_state, and the errors of `serveDocument`.
 */
export const readOwnReceipt = (uow: UnitOfWork, paymentId: string): Promise<FileReply> =>
  serveDocument(uow, async (ctx) => {
    const payment = await ownPaymentOf(ctx, paymentId)
    if (!hasReceipt(payment))
      throw refuse('wrong_state', msg('You can get the receipt once the payment is confirmed.'))
    return (await composeReceipt(ctx, payment)).pdf
  })
