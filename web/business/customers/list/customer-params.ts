import type { ListSearch } from '../../list-search.ts'

/** Query parameters of the list besides page, search and order. */
export const CUSTOMER_PARAMS = [
  'new',
  'filter_balance_gt',
  'filter_is_active',
  'filter_group',
  'filter_has_group',
]

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
export const cleanCustomerSearch = ({ filter_group, ...search }: ListSearch): ListSearch =>
  filter_group !== undefined && UUID.test(filter_group) ? { ...search, filter_group } : search
