import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { readInvoiceFacts } from '../../store/facts.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { createPayLink } from './create-pay-link.ts'

/**
 * Mails a new link to the customer's main address. Sends nothing when the invoice is closed or paid, or the
 * customer has no address.
 */
export async function mailPayLink(ctx: Ctx, invoiceId: string): Promise<void> {
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (invoice?.state !== 'open' || invoice.remainingMinor === 0n) return
  const [to] = await listCustomerAddresses(ctx, invoice.customerId)
  if (to === undefined) return
  const { timezone } = await readIssuer(ctx)
  const link = await createPayLink(ctx, invoiceId)
  const mail = await composeMail(ctx, 'pay-link', invoice.customerId, {
    invoice,
    link: { url: link.url, worksUntil: dateInZone(link.expiresAt, timezone) },
  })
  await queueMail(ctx, {
    kind: 'invoices.pay-link',
    to,
    ...mail,
    related: { type: 'invoice', id: invoiceId },
  })
}
