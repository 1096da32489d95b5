import { type CalendarDate, type DateFormat, formatDate } from '../dates/calendar.ts'
import { shortDate } from '../dates/short-date.ts'

/** Signature for a company without a name. */
export const UNNAMED_COMPANY = 'Your supplier'

export interface InvoiceMailFacts {
  readonly companyName: string
  readonly number: string
  readonly dueDate: CalendarDate
  /** The amount due as people read it: '$124.50'; null once the invoice is paid. */
  readonly amountDue: string | null
  /** Empty without a written message. */
  readonly message: string
}

/** The subject and the first lines of the email that brings an invoice. */
export function invoiceMailText(
  { companyName, number, dueDate, amountDue, message }: InvoiceMailFacts,
  { today, dateFormat }: { readonly today: CalendarDate; readonly dateFormat: DateFormat },
) {
  const heading = `Invoice ${number} from ${companyName || UNNAMED_COMPANY}`
  return {
    heading,
    subject:
      amountDue === null
        ? `${heading} — paid`
        : `${heading} — ${amountDue} due ${shortDate(dueDate, today, dateFormat)}`,
    opening: message || `Please find invoice ${number} attached as a PDF.`,
    due: `Due ${formatDate(dueDate, dateFormat)}`,
  }
}
