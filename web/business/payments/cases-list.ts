import type { ListSearch } from '../list-search.ts'

export const CASES_PATH = '/payment-processing/cases'

/** Query parameters of the case list besides page, size, search and order. */
export const CASES_LIST = ['state'] as const

/** Columns by which the list is sorted. */
export const CASE_ORDERS = ['opened_at']

const STATES = ['open', 'closed', 'all']

/** Drops a state that the API would refuse. */
export const cleanCases = ({ state, ...search }: ListSearch): ListSearch => ({
  ...search,
  ...(state !== undefined && STATES.includes(state) && { state }),
})
