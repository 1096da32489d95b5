import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isQueued, queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { addressesOf, readCustomer } from '../../../customers/index.ts'
import { createJointPayLink, createPayLink, readInvoiceFacts, readIssuer } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { openTask } from '../../../worklist/index.ts'
import { askedAt, payerLifeMs } from '../../rules/check-schedule.ts'
import { confirmTaskKey } from '../../rules/confirm-task-key.ts'
import { mailPayment } from '../../rules/mail-payment.ts'
import type { Payment } from '../../rules/records.ts'
import { methodText } from '../../rules/texts.ts'
import { allocationsOf } from '../../store/allocations.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'

/**
 * Emails the customer a link that continues exactly this payment, once: it verifies a bank account, or opens the window of the
 * bank. A payment that was made without its payer also becomes a task, since nobody sees it otherwise.
 */
export async function askPayerByMail(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  const kind = payment?.next_step?.kind
  if (payment?.status !== 'input' || (kind !== 'authentication' && kind !== 'verify_account')) return
  const onceKey = `ask.${kind}.${payment.id}`
  if (await isQueued(ctx, onceKey)) return
  const customer = await readCustomer(ctx, payment.customer_id)
  const invoiceIds = (await allocationsOf(ctx, paymentId)).map((share) => share.invoiceId)
  const [to] = addressesOf(customer)
  if (kind === 'authentication') await openConfirmTask(ctx, payment, invoiceIds, to !== undefined)
  if (to === undefined) return
  const [invoice] = await readInvoiceFacts(ctx, invoiceIds)
  const { timezone } = await readIssuer(ctx)
  const link =
    invoiceIds.length === 1
      ? await createPayLink(ctx, invoiceIds[0]!)
      : await createJointPayLink(ctx, payment.customer_id, invoiceIds)
  await changePayment(ctx, paymentId, { continue_link_id: link.id })
  const mail = await composeMail(ctx, 'payment-action', payment.customer_id, {
    payment: mailPayment(payment),
    invoiceNumber: invoice!.number,
    needsVerification: kind === 'verify_account',
    actBy: dateInZone(askedAt(payment).getTime() + payerLifeMs(payment), timezone),
    url: link.url,
  })
  await queueMailOnce(ctx, onceKey, {
    kind: 'payments.ask-payer',
    to,
    ...mail,
    related: { type: 'payment', id: payment.id },
  })
}

async function openConfirmTask(
  ctx: Ctx,
  payment: Payment,
  invoiceIds: readonly string[],
  isMailed: boolean,
): Promise<void> {
  const method = methodText(payment.type, payment.method_brand, payment.method_last4)
  await openTask(ctx, {
    key: confirmTaskKey(payment.id),
    kind: 'failed_charge',
    customerId: payment.customer_id,
    invoiceIds,
    amount: { minor: payment.amount_minor, currency: payment.currency },
    title: 'Ask the customer to confirm the payment with their bank',
    reason: `The bank of ${method} wants its customer to confirm the automatic payment. ${
      isMailed ? 'We emailed them a link.' : 'We have no email address for them.'
    }`,
    endsWhenSettled: true,
  })
}
