import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Access, type Route, scopeOfRoute } from '../../contract/route.ts'
import { type ApiScope, includesScope } from '../../domain/people/api-scopes.ts'
import { roleCan } from '../../domain/people/roles.ts'
import type { Debtor, SweptCompany } from './company.ts'
import { APP_HOST, type Identity, type Principal } from './principals.ts'

/**
 * The owner of the ids in a call. `account` is the account in the path, `debtor` the customer whose records the other
 * ids name. Null means random ids.
 */
export interface Target {
  readonly name: string
  readonly account: SweptCompany | null
  readonly debtor: Debtor | null
  /** All ids belong to the same customer. */
  readonly consistent: boolean
  /** Owner of the last id in the path, when the ids before it are the caller's own. */
  readonly smuggled?: Debtor
}

export type Expectation = 'allowed' | 401 | 403 | 404

type Ended = Identity & { readonly kind: 'ended' }

export const isRead = ({ method }: Route): boolean => method === 'GET' || method === 'OPTIONS'

/** Path parameters that accept only ids, not names such as 'sandbox-card' or the code of a link. */
export const idsNamed = (route: Route): string[] =>
  Object.entries(route.params?.shape ?? {})
    .filter(([, shape]) => takesOnlyIds(shape as z.ZodType))
    .map(([name]) => name)

const takesOnlyIds = (shape: z.ZodType): boolean =>
  shape.safeParse(randomUUID()).success && !shape.safeParse('no-id').success

/** Whether the path contains an id, which could be somebody else's. */
export const namesIds = (route: Route): boolean => idsNamed(route).length > 0

/** Predicts the response from the route's access and the table of roles alone. */
export function predictResponse(route: Route, who: Principal, target: Target): Expectation {
  const { is } = who
  const { access } = route
  if (who.host !== APP_HOST && isOnlyOnAppHost(access)) return 404
  if (is.kind === 'ended') return expectationOfEnded(route, is.was)
  switch (access.kind) {
    case 'public':
    case 'demo':
      return target.consistent || !namesIds(route) ? 'allowed' : 404
    case 'signed':
      return target.consistent ? 'allowed' : 401
    case 'session':
      if (is.kind === 'nobody') return 401
      return is.kind === 'preview' || is.kind === 'api_key' ? 403 : 'allowed'
    case 'user':
      if (is.kind === 'nobody') return 401
      if (is.kind === 'unverified') return access.unverified ? 'allowed' : 403
      if (is.kind !== 'staff') return 403
      return isOwn(target) || !namesIds(route) ? 'allowed' : 404
    case 'login':
      if (is.kind === 'nobody') return 401
      if (is.kind !== (who.host === APP_HOST ? 'staff' : 'customer')) return 403
      if (is.kind === 'customer' && who.host !== is.company.host) return 404
      return isOwn(target) || !namesIds(route) ? 'allowed' : 404
    case 'staff':
      if (is.kind === 'nobody') return 401
      if (is.kind !== 'staff' && is.kind !== 'api_key') return 403
      if (is.company !== target.account) return 404
      if (is.kind === 'staff' ? !roleCan(is.role, access.right) : !admitsKey(route, is.scopes)) return 403
      return target.consistent ? 'allowed' : 404
    case 'preview':
      if (is.kind === 'nobody') return 401
      if (is.kind !== 'preview') return 403
      return who.host === is.company.host ? 'allowed' : 404
    case 'customer':
    case 'payer':
      if (is.kind === 'nobody') return 401
      if (!seesAsCustomer(is, route)) return 403
      if (who.host !== is.company.host) return 404
      // Without an id or a header the call concerns the caller's own session.
      return target.debtor === is.debtor || !(namesIds(route) || access.kind === 'customer') ? 'allowed' : 404
  }
}

const admitsKey = (route: Route, scopes: readonly ApiScope[]): boolean => {
  const scope = scopeOfRoute(route)
  return scope !== null && includesScope(scopes, scope)
}

/** Routes of a user's own data accept only the caller's ids, whatever company they work in. */
const isOwn = ({ name }: Target): boolean => name === 'own'

/** A portal's host serves no routes of the business app. */
const isOnlyOnAppHost = (access: Access): boolean =>
  access.kind === 'user' || access.kind === 'staff' || (access.kind === 'public' && !access.host)

const OF_PAYERS: ReadonlySet<Access['kind']> = new Set(['customer', 'payer'])

const seesAsCustomer = (is: Identity, route: Route): is is Extract<Identity, { readonly debtor: Debtor }> =>
  is.kind === 'customer' ||
  (is.kind === 'pay_link' && route.access.kind === 'payer') ||
  (is.kind === 'preview' && isRead(route))

/** Predicts the response to a session that no longer grants access. Such callers skip public routes. */
function expectationOfEnded(route: Route, was: Ended['was']): Expectation {
  const access = route.access.kind
  if (was === 'api_key') return 401
  if (was === 'preview') return access === 'preview' || (isRead(route) && OF_PAYERS.has(access)) ? 401 : 403
  // The user is still signed in, but no longer a member of this company.
  if (was === 'member') return access === 'staff' ? 404 : 403
  if (access === 'session' || was === 'staff') return 401
  if (access === 'login') return was === 'customer' ? 401 : 403
  if (!OF_PAYERS.has(access)) return 403
  if (was === 'customer') return 401
  return access === 'payer' ? 404 : 403
}

/** Ids on which a key is tried; staff try the others, and keys see all customers as they do. */
const KEY_TARGETS: ReadonlySet<string> = new Set(["other tenant's", "other tenant's below own"])
const OF_ANYBODY: ReadonlySet<Access['kind']> = new Set(['public', 'signed', 'demo'])
const OF_PERSONS: ReadonlySet<Access['kind']> = new Set(['session', 'user', 'login'])

/**
 * Whether this caller is tried with this kind of ids. Other ids change nothing for a caller whose session has ended. A
 * former member keeps access to their own data. A key is the same everywhere but on the routes of staff. The code of a pay link unlocks only the routes of payers.
 */
export function isTried(route: Route, { is }: Principal, target: Target): boolean {
  const { kind } = route.access
  if (is.kind === 'pay_link' && is.unlocked) return OF_PAYERS.has(kind)
  if (is.kind === 'api_key')
    return kind === 'staff'
      ? target.name === 'own' || (is.scopes.length > 1 && KEY_TARGETS.has(target.name))
      : target.name === 'own' && !OF_ANYBODY.has(kind)
  if (is.kind !== 'ended') return true
  return target.name === 'own' && !OF_ANYBODY.has(kind) && !(is.was === 'member' && OF_PERSONS.has(kind))
}
