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
  /** Late fees in the total; none without. */
  readonly feesMinor?: bigint
  /** The fee that comes next while nobody pays; null when none does. */
  readonly nextFee?: { readonly on: CalendarDate; readonly minor: bigint } | null
}

/** A row with an invoice's late fees, when it has any. */
export const feeRowsOf = (
  { feesMinor, currency }: MailInvoice,
  words: Writing['words'],
  formats: Writing['formats'],
) => (feesMinor ? [{ label: words.feesIncluded, value: formats.amount(feesMinor, currency) }] : [])

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
  nextFee: { on: '2026-12-11', minor: 1_000n },
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
    late_fees: invoice.feesMinor ? formats.amount(invoice.feesMinor, invoice.currency) : '',
    next_late_fee: invoice.nextFee ? formats.amount(invoice.nextFee.minor, invoice.currency) : '',
    next_late_fee_date: invoice.nextFee ? formats.date(invoice.nextFee.on) : '',
    days_past_due: Math.max(0, days),
    days_until_due: Math.max(0, -days),
  }
}

export function valuesOfInvoice(invoice: MailInvoice, writing: Writing): Values {
  const fields = Object.entries(fieldsOf(invoice, writing)).map(([name, value]) => [`invoice.${name}`, value])
  return { ...Object.fromEntries(fields), 'invoice.is_paid': invoice.remainingMinor === 0n }
}
