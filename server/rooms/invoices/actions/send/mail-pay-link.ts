import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { letterheadOf } from '../../../accounts/index.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
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
  const { dateFormat, timezone } = await readIssuer(ctx)
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const link = await createPayLink(ctx, invoiceId)
  const amount = displayAmount(invoice.remainingMinor, invoice.currency)
  const due = formatDate(invoice.dueDate, dateFormat)
  const ends = formatDate(dateInZone(link.expiresAt, timezone), dateFormat)
  const mail = renderMail({
    company,
    subject: `New link for invoice ${invoice.number} from ${company.name}`,
    preheader: `${amount}, due ${due}`,
    heading: `Invoice ${invoice.number} from ${company.name}`,
    paragraphs: ['Here is the new link you asked for. Use it to view and pay this invoice.'],
    figure: { label: 'Amount due', value: amount, note: `Due ${due}` },
    facts: [{ label: 'Invoice', value: invoice.number }],
    button: { label: 'View and pay invoice', url: link.url },
    afterword: [
      `The link opens only this invoice and works until ${ends}. You don’t need an account to pay.`,
      'Someone asked for it with an old link. If it wasn’t you, ignore this email.',
    ],
    allowedOrigins: [new URL(link.url).origin],
  })
  await queueMail(ctx, {
    kind: 'invoices.pay-link',
    to,
    fromName,
    replyTo,
    ...mail,
    attachments: pictures,
    related: { type: 'invoice', id: invoiceId },
  })
}
