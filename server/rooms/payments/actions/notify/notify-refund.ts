import type { Ctx } from '../../../../platform/context.ts'
import { queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { readCustomer } from '../../../customers/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { mailPayment } from '../../rules/mail-payment.ts'
import { invoicesOfPayment } from '../../store/list.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { readRefund } from '../../store/refunds.ts'

/** Emails the customer once about a refund. Sends nothing without an email address. */
export async function notifyRefund(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await readRefund(ctx, refundId)
  if (refund?.status !== 'confirmed') return
  const payment = (await readPaymentRow(ctx, refund.payment_id))!
  const { email } = await readCustomer(ctx, payment.customer_id)
  if (email === '') return
  const invoices = await invoicesOfPayment(ctx, payment.id)
  const mail = await composeMail(ctx, 'refund', payment.customer_id, {
    refundedMinor: refund.amount_minor,
    payment: mailPayment(payment),
    invoiceNumbers: invoices.map(({ number }) => number),
  })
  await queueMailOnce(ctx, `refund.${refundId}`, {
    kind: 'payments.refunded',
    to: email,
    ...mail,
    related: { type: 'payment', id: payment.id },
  })
}
