import { PORTAL_LOGIN_STATES } from '../../../../domain/people/portal-login-state.ts'
import type { ListSearch } from '../../list-search.ts'

const ORDERS = ['short_name', 'email', 'last_seen_at']

/** Drops a state and a sort order that the API would refuse. */
export const cleanLoginSearch = ({ state, order_by, ...search }: ListSearch): ListSearch => ({
  ...search,
  ...(PORTAL_LOGIN_STATES.some((known) => known === state) && { state }),
  ...(order_by !== undefined && ORDERS.includes(order_by.replace(/^-/, '')) && { order_by }),
})
