import { type CalendarDate, formatDate } from '../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { letterheadOf, portalOriginOf, readAccountRow } from '../../accounts/index.ts'
import { methodText } from '../../payments/index.ts'
import type { CoveredInvoice } from '../store/covered.ts'

/**
 * Emails a customer the amount, date and method of the next charge, and how to turn automatic payments off.
 */
export async function mailNotice(
  ctx: Ctx,
  notice: { to: string; one: CoveredInvoice; totalMinor: bigint; chargeOn: CalendarDate },
): Promise<void> {
  const { one } = notice
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const { dateFormat } = await readAccountRow(ctx)
  const portal = await portalOriginOf(ctx)
  const amount = displayAmount(notice.totalMinor, one.currency)
  const method = methodText(one.type, one.brand, one.last4)
  const on = formatDate(notice.chargeOn, dateFormat)
  const mail = renderMail({
    company,
    subject: `${amount} will be charged on ${on} for invoice ${one.number}`,
    preheader: `To ${method}. You don’t need to do anything.`,
    heading: `Invoice ${one.number} will be paid automatically`,
    paragraphs: [
      `As you agreed, ${company.name} will charge ${method} on ${on}. You don’t need to do anything.`,
      'Before that day, you can pay another way or turn automatic payments off in the portal.',
    ],
    figure: { label: 'To be charged', value: amount, note: on },
    facts: [
      { label: 'Invoice', value: one.number },
      { label: 'Due', value: formatDate(one.dueDate, dateFormat) },
      { label: 'Payment method', value: method },
    ],
    button: { label: 'Turn off or pay now', url: `${portal}/customer-portal-site?tab=1` },
    allowedOrigins: [portal],
  })
  await queueMail(ctx, {
    kind: 'auto-payments.notice',
    to: notice.to,
    fromName,
    replyTo,
    ...mail,
    attachments: [...pictures],
    related: { type: 'invoice', id: one.id },
  })
}
