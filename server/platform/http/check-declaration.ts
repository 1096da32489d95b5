import { scopeOfRoute } from '../../../contract/route.ts'
import type { BoundRoute } from './handlers.ts'

/** Throws at start when a route's parts contradict each other, or leave open who may call it. */
export function checkDeclaration({ route, handle }: BoundRoute): void {
  const kind: unknown = (route as { access?: { kind?: unknown } }).access?.kind
  if (typeof kind !== 'string') throw new Error(`Route without access: ${route.method} ${route.path}`)
  if (kind === 'staff' && !('right' in route.access))
    throw new Error(`Route without a right: ${route.method} ${route.path}`)
  if (scopeOfRoute(route) === undefined)
    throw new Error(`Route without a decision on API keys: ${route.method} ${route.path}`)
  if ((kind === 'public' || kind === 'signed') && !route.rateLimit)
    throw new Error(`Public route without a rateLimit: ${route.method} ${route.path}`)
  if (route.cookie && (kind !== 'public' || route.method !== 'POST'))
    throw new Error(`Only a public POST can have a cookie: ${route.method} ${route.path}`)
  if ((kind === 'public' || kind === 'signed') && route.rateLimit?.unauthenticatedOnly)
    throw new Error(
      `Public route with a rateLimit that counts only some calls: ${route.method} ${route.path}`,
    )
  // Only a unit of work can write on the primary and read on the replica.
  if (route.mayReadReplica && (kind !== 'staff' || (handle !== undefined && route.method !== 'GET')))
    throw new Error(`Route that may not read from a replica: ${route.method} ${route.path}`)
}
