import { PORTAL_LOGIN_STATES } from '../../../../domain/people/portal-login-state.ts'
import type { ListSearch } from '../../list-search.ts'

/** Columns by which logins are sorted. */
export const LOGIN_ORDERS = ['short_name', 'email', 'last_seen_at']

/** Drops a state that the API would refuse. */
export const cleanLoginSearch = ({ state, ...search }: ListSearch): ListSearch => ({
  ...search,
  ...(PORTAL_LOGIN_STATES.some((known) => known === state) && { state }),
})
