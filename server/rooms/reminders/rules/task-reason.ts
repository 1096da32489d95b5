import { type CalendarDate, type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'

/**
 * Says why a step asks for a task, in words that stay true while the task is open: 'INV-1001, due Nov 11, 2026.' The invoices
 * come with the longest due first.
 */
export function taskReason(
  invoices: readonly { readonly number: string; readonly dueDate: CalendarDate }[],
  dateFormat: DateFormat,
): string {
  const [first] = invoices
  const oldest = `${first!.number}, due ${formatDate(first!.dueDate, dateFormat)}`
  return invoices.length === 1 ? `${oldest}.` : `${invoices.length} invoices, the oldest is ${oldest}.`
}
