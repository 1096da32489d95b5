import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { portalOriginOf } from '../../accounts/index.ts'
import { composeMail } from '../../mail-templates/index.ts'
import type { CoveredInvoice } from '../store/covered.ts'

/**
 * Emails a customer the amount, date and method of the next charge, and how to turn automatic payments off.
 */
export async function mailNotice(
  ctx: Ctx,
  notice: { to: string; one: CoveredInvoice; totalMinor: bigint; chargeOn: CalendarDate },
): Promise<void> {
  const { one } = notice
  const portal = await portalOriginOf(ctx)
  const mail = await composeMail(ctx, 'charge-notice', one.customerId, {
    invoiceNumber: one.number,
    amountMinor: notice.totalMinor,
    currency: one.currency,
    method: { type: one.type, brand: one.brand, last4: one.last4 },
    portalUrl: `${portal}/customer-portal-site?tab=1`,
    dueDate: one.dueDate,
    chargeOn: notice.chargeOn,
  })
  await queueMail(ctx, {
    kind: 'auto-payments.notice',
    to: notice.to,
    ...mail,
    related: { type: 'invoice', id: one.id },
  })
}
