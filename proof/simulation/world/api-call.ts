import type { Route } from '../../../contract/route.ts'
import type { Principal, Request } from './call.ts'

export const STAFF: Principal = { as: 'staff' }

/** One API call: its principal, route and request. */
export interface ApiCall extends Request {
  readonly principal: Principal
  readonly route: Route
}
