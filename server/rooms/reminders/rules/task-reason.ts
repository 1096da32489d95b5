import { type CalendarDate, type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'

/**
 * Says why a step asks for a task, in words that stay true while the task is open: 'INV-1001, due Nov 11, 2026.' The invoices
 * come with the longest due first. After their payment it says 'INV-1001, paid Nov 11, 2026.'
 */
export function taskReason(
  invoices: readonly {
    readonly number: string
    readonly dueDate: CalendarDate
    readonly paidOn?: CalendarDate | null
  }[],
  dateFormat: DateFormat,
): string {
  const [first] = invoices
  const paidOn = first!.paidOn ?? null
  const day =
    paidOn === null
      ? `due ${formatDate(first!.dueDate, dateFormat)}`
      : `paid ${formatDate(paidOn, dateFormat)}`
  const oldest = `${first!.number}, ${day}`
  return invoices.length === 1 ? `${oldest}.` : `${invoices.length} invoices, the oldest is ${oldest}.`
}
