import { type CalendarDate, daysBetween } from '../../dates/calendar.ts'
import type { Values, Writing } from '../mail-kind.ts'

/** An invoice of a mail. Amounts in minor units. */
export interface MailInvoice {
  readonly number: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly remainingMinor: bigint
  readonly currency: string
}

/** A link to a page that pays an invoice. `worksUntil` is the day it ends. */
export interface PayLink {
  readonly url: string
  readonly worksUntil: CalendarDate
}

export const SAMPLE_INVOICE: MailInvoice = {
  number: 'INV-1001',
  invoiceDate: '2026-11-01',
  dueDate: '2026-12-01',
  totalMinor: 120_000n,
  remainingMinor: 80_000n,
  currency: 'USD',
}

/** A link of examples, which opens nothing. */
export const SAMPLE_LINK: PayLink = { url: 'https://example.com/pay-invoice', worksUntil: '2027-03-01' }

export const namesOf = ({ companyName, customerName }: Writing): Values => ({
  'company.name': companyName,
  'customer.name': customerName,
})

/** Values of an invoice by their names without 'invoice.'. */
export function fieldsOf(invoice: MailInvoice, { formats, today }: Writing) {
  const days = daysBetween(invoice.dueDate, today)
  return {
    number: invoice.number,
    date: formats.date(invoice.invoiceDate),
    due_date: formats.date(invoice.dueDate),
    due_date_short: formats.shortDate(invoice.dueDate),
    total: formats.amount(invoice.totalMinor, invoice.currency),
    remaining: formats.amount(invoice.remainingMinor, invoice.currency),
    days_past_due: Math.max(0, days),
    days_until_due: Math.max(0, -days),
  }
}

export function valuesOfInvoice(invoice: MailInvoice, writing: Writing): Values {
  const fields = Object.entries(fieldsOf(invoice, writing)).map(([name, value]) => [`invoice.${name}`, value])
  return { ...Object.fromEntries(fields), 'invoice.is_paid': invoice.remainingMinor === 0n }
}
