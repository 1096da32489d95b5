import type { CalendarDate } from './calendar.ts'
import { addDays, addMonthsClamped, endOfMonth, startOfMonth } from './calendar.ts'

/** When an invoice is due. With 'custom' a person chose the date. */
export const PAYMENT_TERMS = [
  'due_on_receipt',
  'net_7',
  'net_10',
  'net_15',
  'net_30',
  'net_45',
  'net_60',
  'net_90',
  'end_of_month',
  'end_of_next_month',
  'custom',
] as const
export type PaymentTerms = (typeof PAYMENT_TERMS)[number]

export const PAYMENT_TERM_LABELS: Readonly<Record<PaymentTerms, string>> = {
  due_on_receipt: 'Due on receipt',
  net_7: 'Net 7',
  net_10: 'Net 10',
  net_15: 'Net 15',
  net_30: 'Net 30',
  net_45: 'Net 45',
  net_60: 'Net 60',
  net_90: 'Net 90',
  end_of_month: 'End of month',
  end_of_next_month: 'End of next month',
  custom: 'Custom date',
}

const NET_DAYS: Readonly<Partial<Record<PaymentTerms, number>>> = {
  due_on_receipt: 0,
  net_7: 7,
  net_10: 10,
  net_15: 15,
  net_30: 30,
  net_45: 45,
  net_60: 60,
  net_90: 90,
}

/** The due date that terms give an invoice date; null for 'custom', where the date itself is the term. */
export function dueDate(invoiceDate: CalendarDate, terms: Exclude<PaymentTerms, 'custom'>): CalendarDate
export function dueDate(invoiceDate: CalendarDate, terms: PaymentTerms): CalendarDate | null
export function dueDate(invoiceDate: CalendarDate, terms: PaymentTerms): CalendarDate | null {
  if (terms === 'end_of_month') return endOfMonth(invoiceDate)
  if (terms === 'end_of_next_month') return endOfMonth(addMonthsClamped(startOfMonth(invoiceDate), 1))
  const days = NET_DAYS[terms]
  return days === undefined ? null : addDays(invoiceDate, days)
}
