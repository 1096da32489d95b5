import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { letterheadOf } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { totalMinor } from '../../rules/records.ts'
import { isManual, methodText } from '../../rules/texts.ts'
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
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const refunded = displayAmount(refund.amount_minor, refund.currency)
  const method = methodText(payment.type, payment.method_brand, payment.method_last4)
  const numbers = (await invoicesOfPayment(ctx, payment.id)).map(({ number }) => number)
  const mail = renderMail({
    company,
    subject: `Refund: ${refunded} from ${company.name}`,
    preheader: isManual(payment.type) ? `From payment ${payment.number}.` : `To ${method}.`,
    heading: `${company.name} refunded ${refunded}`,
    paragraphs: isManual(payment.type) ? [] : ['It can take a few days to show on your statement.'],
    figure: { label: 'Amount refunded', value: refunded },
    facts: [
      { label: isManual(payment.type) ? 'Payment method' : 'Refunded to', value: method },
      { label: 'Payment', value: payment.number },
      { label: 'Original payment', value: displayAmount(totalMinor(payment), payment.currency) },
      ...(numbers.length > 0
        ? [{ label: numbers.length === 1 ? 'Invoice' : 'Invoices', value: numbers.join(', ') }]
        : []),
    ],
    allowedOrigins: [],
  })
  await queueMailOnce(ctx, `refund.${refundId}`, {
    kind: 'payments.refunded',
    to: email,
    fromName,
    replyTo,
    ...mail,
    attachments: pictures,
    related: { type: 'payment', id: payment.id },
  })
}
