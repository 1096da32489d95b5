import {
  type CalendarDate,
  type DateFormat,
  daysBetween,
  formatDate,
} from '../../../../domain/dates/calendar.ts'

/** Says why a step asks for a task: 'INV-1001 is 21 days past due.' The invoices come with the longest due first. */
export function taskReason(
  invoices: readonly { readonly number: string; readonly dueDate: CalendarDate }[],
  today: CalendarDate,
  dateFormat: DateFormat,
): string {
  const [first] = invoices
  const days = daysBetween(first!.dueDate, today)
  const subject =
    invoices.length === 1 ? first!.number : `The oldest of ${invoices.length} invoices, ${first!.number},`
  if (days > 0) return `${subject} is ${days === 1 ? '1 day' : `${days} days`} past due.`
  return days === 0
    ? `${subject} is due today.`
    : `${subject} is due on ${formatDate(first!.dueDate, dateFormat)}.`
}
