import type { Task } from '../../../contract/worklist/worklist.ts'
import { daysBetween } from '../../../domain/dates/calendar.ts'
import type { Tone } from '../../ui/text/tag.tsx'

/** Day on which an open task is to be done: its own, or the one until which it is snoozed. */
export const dayOfTask = ({ due_on, snoozed_until }: Pick<Task, 'due_on' | 'snoozed_until'>): string =>
  snoozed_until ?? due_on

/** 'Today', '3 days late', or the day as `format` writes it. */
export function dueText(day: string, today: string, format: (day: string) => string): string {
  const late = daysBetween(day, today)
  if (late === 0) return 'Today'
  if (late < 0) return format(day)
  return late === 1 ? '1 day late' : `${late} days late`
}

/** Names up to two invoices and counts more: 'INV-1001, INV-1002 and 3 more'. */
export function invoicesText(invoices: readonly { readonly number: string }[]): string {
  const shown = invoices.slice(0, 2).map(({ number }) => number)
  const more = invoices.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const KIND_TONES: Readonly<Record<Task['kind'], Tone>> = {
  follow_up: 'open',
  failed_charge: 'overdue',
  refused_address: 'soon',
  answer: 'paid',
  books_entry: 'open',
  other: 'quiet',
}
