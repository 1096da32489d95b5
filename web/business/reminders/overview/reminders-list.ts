import type { FilterField } from '../../layout/filters/filter-field.ts'

/** Query parameters of the overview besides page, size and filters. */
export const REMINDERS_LIST = ['view', 'activate', 'step'] as const

const customer: FilterField = { id: 'customer', label: 'Customer', kind: 'customer', plain: true }

export const SENT_FILTERS: readonly FilterField[] = [
  customer,
  { id: 'sent', label: 'Sent on', chip: 'Sent', kind: 'date' },
]
export const HELD_FILTERS: readonly FilterField[] = [customer]
