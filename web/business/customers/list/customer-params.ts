import type { FilterField } from '../../layout/filters/filter-field.ts'
import type { ListSearch } from '../../list-search.ts'

const onOrOff = (on: string, off: string) => [
  { value: 'true', label: on },
  { value: 'false', label: off },
]

export const CUSTOMER_FILTERS: readonly FilterField[] = [
  { id: 'balance', label: 'Balance', kind: 'amount' },
  { id: 'open_invoices_count', label: 'Open invoices', kind: 'count' },
  {
    id: 'average_days_past_due',
    label: 'Average days past due',
    chip: 'On average past due',
    kind: 'days',
  },
  { id: 'created', label: 'Added', kind: 'date' },
  { id: 'is_active', label: 'State', kind: 'choice', options: onOrOff('active', 'inactive') },
  { id: 'reminders_status', label: 'Reminders', kind: 'choice', options: onOrOff('on', 'off') },
  { id: 'statements_status', label: 'Statements', kind: 'choice', options: onOrOff('on', 'off') },
  { id: 'late_fees_status', label: 'Late fees', kind: 'choice', options: onOrOff('on', 'off') },
  { id: 'currency', label: 'Currency', kind: 'currency' },
  { id: 'filter_parent', label: 'Belongs to', chip: 'Parent', kind: 'customer', plain: true },
]

/** Columns by which the list is sorted. */
export const CUSTOMER_ORDERS = [
  'short_name',
  'company_name',
  'balance',
  'created',
  'email',
  'open_invoices_count',
  'average_days_past_due',
]

/** Query parameters of the list besides page, search, order and filters. */
export const CUSTOMER_PARAMS = ['new', 'filter_group', 'filter_has_group']

export const CUSTOMER_VIEWS = [
  { id: 'all', name: 'All', query: {} },
  { id: 'owing', name: 'Owing', query: { filter_balance_gt: '0', order_by: '-balance' } },
  { id: 'inactive', name: 'Inactive', query: { filter_is_active: 'false' } },
] as const

/** Stands for customers without a group. */
export const NO_GROUP = 'none'

/** Query changes that filter by a group, by none, or no longer. */
export const withGroup = (group: string | undefined): Record<string, string | undefined> => ({
  filter_group: group === NO_GROUP ? undefined : group,
  filter_has_group: group === NO_GROUP ? 'false' : undefined,
})

export const customersInGroupPath = (group: string): string => `/customers?filter_group=${group}`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Drops a group that the API would refuse, so that a mistyped link still shows customers. */
export const cleanCustomerGroup = ({ filter_group, ...search }: ListSearch): ListSearch =>
  filter_group !== undefined && UUID.test(filter_group) ? { ...search, filter_group } : search
