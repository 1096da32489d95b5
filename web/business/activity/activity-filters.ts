import { EVENT_SUBJECTS, EVENT_TYPES, type EventType } from '../../../domain/accounts/event-types.ts'
import type { FilterField } from '../layout/filters/filter-field.ts'
import type { ListSearch } from '../list-search.ts'

/** Types of emails are named for the record that failed to arrive. */
const NAMES: Readonly<Partial<Record<EventType, string>>> = {
  'message.failed': 'Email not delivered',
  'message.bounced': 'Email came back',
  'message.complained': 'Email reported as spam',
  'customer.auto_payments_turned_on': 'Automatic payments turned on',
  'customer.auto_payments_turned_off': 'Automatic payments turned off',
}

/** 'Invoice sent' */
function typeName(type: EventType): string {
  const words = type.replace(/[._]/g, ' ')
  return NAMES[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export const ACTIVITY_FILTERS: readonly FilterField[] = [
  { id: 'at', label: 'Date', kind: 'date' },
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  {
    id: 'type',
    label: 'Event',
    kind: 'choice',
    options: EVENT_TYPES.map((value) => ({ value, label: typeName(value) })),
  },
]

export const ACTIVITY_ORDERS = ['at']

/** Drops a subject that the API would refuse, and what a list without pages and search can't have. */
export const cleanActivity = ({
  about,
  page: _,
  page_size: __,
  search: ___,
  ...rest
}: ListSearch): ListSearch => ({
  ...rest,
  ...(EVENT_SUBJECTS.some((one) => one === about) && { about }),
})
