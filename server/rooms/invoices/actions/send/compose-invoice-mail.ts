import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { invoiceMailText } from '../../../../../domain/invoices/invoice-mail.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import { type RenderedMail, renderMail } from '../../../../platform/mail/layout.ts'
import type { Letterhead } from '../../../accounts/index.ts'
import type { InvoiceWhole } from '../../store/detail.ts'
import type { Issuer } from '../read/read-issuer.ts'
import type { NewPayLink } from './issue-pay-link.ts'

/**
 * Composes the mail for an invoice, with the amount and the due date first. Without a link the invoice is
 * shown as paid.
 */
export function composeInvoiceMail(
  issuer: Issuer,
  company: Letterhead['company'],
  invoice: InvoiceWhole,
  message: string,
  link: NewPayLink | null,
): RenderedMail {
  const total = displayAmount(invoice.total_minor, invoice.currency)
  const remaining = displayAmount(invoice.remaining_minor, invoice.currency)
  const due = formatDate(invoice.due_date, issuer.dateFormat)
  const text = invoiceMailText(
    {
      companyName: company.name,
      number: invoice.number,
      dueDate: invoice.due_date,
      amountDue: link ? remaining : null,
      message,
    },
    issuer,
  )
  return renderMail({
    company,
    subject: text.subject,
    preheader: link ? `${remaining}, due ${due}` : `${total}, paid`,
    heading: text.heading,
    paragraphs: [text.opening],
    figure: link
      ? { label: 'Amount due', value: remaining, note: text.due }
      : { label: 'Total', value: total, note: 'Paid' },
    facts: [
      { label: 'Invoice', value: invoice.number },
      { label: 'Invoice date', value: formatDate(invoice.invoice_date, issuer.dateFormat) },
      { label: 'Due date', value: due },
      ...(invoice.remaining_minor === invoice.total_minor ? [] : [{ label: 'Total', value: total }]),
    ],
    ...(link && {
      button: { label: 'View and pay invoice', url: link.url },
      afterword: [
        `The link opens only this invoice and works until ${formatDate(dateInZone(link.expiresAt, issuer.timezone), issuer.dateFormat)}. You don’t need an account to pay.`,
      ],
    }),
    allowedOrigins: link ? [new URL(link.url).origin] : [],
  })
}
