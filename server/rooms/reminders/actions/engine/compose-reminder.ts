import {
  type CalendarDate,
  type DateFormat,
  daysBetween,
  formatDate,
} from '../../../../../domain/dates/calendar.ts'
import { displayAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { TemplateFacts, TemplateInvoice } from '../../../../../domain/reminders/template-variables.ts'
import { type RenderedMail, renderMail } from '../../../../platform/mail/layout.ts'
import type { Letterhead } from '../../../accounts/index.ts'
import { paragraphsOf, renderTemplate, type TemplateTexts } from '../../../mail-templates/index.ts'

/** An invoice of a message. Amounts in minor units. */
export interface MessageInvoice {
  readonly number: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly remainingMinor: bigint
  /** Page on which the customer pays it. */
  readonly payUrl: string
}

export interface ReminderParts {
  readonly letterhead: Letterhead
  readonly texts: TemplateTexts
  /** Text of a person for this message alone, as it is to be read; null uses the template. */
  readonly ownText: TemplateTexts | null
  readonly customerName: string
  /** The longest due first; at least one, all in `currency`. */
  readonly invoices: readonly MessageInvoice[]
  readonly currency: string
  readonly today: CalendarDate
  readonly dateFormat: DateFormat
  /** Page on which the reader stops reminders; absent in a preview. */
  readonly unsubscribeUrl?: string
}

const UNSUBSCRIBE = 'Stop reminders to this address'

/** Writes the email of a step. Throws a TemplateProblem when its texts can't be rendered. */
export function composeReminder(
  parts: ReminderParts,
): RenderedMail & { readonly paragraphs: readonly string[] } {
  const { letterhead, invoices, currency, dateFormat, today } = parts
  const { subject, paragraphs } = parts.ownText
    ? { subject: parts.ownText.subject, paragraphs: paragraphsOf(parts.ownText.body) }
    : renderTemplate(parts.texts, factsOf(parts))
  const amount = displayAmount(sumMinor(invoices.map((one) => one.remainingMinor)), currency)
  const [first] = invoices
  const due = formatDate(first!.dueDate, dateFormat)
  const note = first!.dueDate < today ? `Was due ${due}` : `Due ${due}`
  const mail = renderMail({
    company: letterhead.company,
    subject,
    preheader:
      invoices.length === 1
        ? `${amount}, ${note[0]!.toLowerCase()}${note.slice(1)}`
        : `${amount} on ${invoices.length} invoices`,
    heading: subject,
    paragraphs,
    figure: {
      label: 'Amount due',
      value: amount,
      note: invoices.length === 1 ? note : `${invoices.length} invoices`,
    },
    facts: invoices.map((one) => ({
      label: `Invoice ${one.number}, due ${formatDate(one.dueDate, dateFormat)}`,
      value: displayAmount(one.remainingMinor, currency),
      ...(invoices.length > 1 && { url: one.payUrl }),
    })),
    button: {
      label: invoices.length === 1 ? 'View and pay invoice' : `View and pay ${first!.number}`,
      url: first!.payUrl,
    },
    unsubscribe: parts.unsubscribeUrl ? { label: UNSUBSCRIBE, url: parts.unsubscribeUrl } : undefined,
    allowedOrigins: [new URL(first!.payUrl).origin],
  })
  return { ...mail, paragraphs }
}

function factsOf({
  letterhead,
  customerName,
  invoices,
  currency,
  dateFormat,
  today,
}: ReminderParts): TemplateFacts {
  const shown = invoices.map((one): TemplateInvoice => {
    const days = daysBetween(one.dueDate, today)
    return {
      number: one.number,
      date: formatDate(one.invoiceDate, dateFormat),
      due_date: formatDate(one.dueDate, dateFormat),
      total: displayAmount(one.totalMinor, currency),
      remaining: displayAmount(one.remainingMinor, currency),
      days_past_due: Math.max(0, days),
      days_until_due: Math.max(0, -days),
    }
  })
  return {
    company: { name: letterhead.company.name },
    customer: { name: customerName },
    invoice: shown[0]!,
    invoices: shown,
    totals: {
      count: shown.length,
      remaining: displayAmount(sumMinor(invoices.map((one) => one.remainingMinor)), currency),
    },
  }
}
