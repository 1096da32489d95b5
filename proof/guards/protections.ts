import { allRoutes } from '../../contract/index.ts'
import type { Access, Route } from '../../contract/route.ts'
import { roleCan } from '../../domain/people/roles.ts'
import { nameOf } from '../../testing/sweep/sweep-call.ts'
import type { GuardKind } from './find-guards.ts'
import { guardSwitches } from './guard-switches.ts'

/** A guard in the code or a route's access declaration, which the proof can remove. */
export interface Protection {
  readonly id: string
  readonly kind: GuardKind | 'access'
  /** The route of an access declaration. */
  readonly route?: Route
  remove(): void
  restore(): void
}

/** Runs the work while these protections are removed. */
export async function without<T>(protections: readonly Protection[], work: () => Promise<T>): Promise<T> {
  for (const protection of protections) protection.remove()
  try {
    return await work()
  } finally {
    for (const protection of protections) protection.restore()
  }
}

export const guardProtections = (): Protection[] =>
  guardSwitches.known().map(({ id, kind }) => ({
    ...{ id, kind },
    remove: () => guardSwitches.set(id, false),
    restore: () => guardSwitches.set(id, true),
  }))

/** Returns each route's access declaration, whose removal admits the next wider group of callers. */
export const accessProtections = (): Protection[] => weakenRoutes(widen)

/**
 * Returns the same declarations, whose removal admits any session, so that the checks in the action decide.
 */
export const sessionProtections = (): Protection[] =>
  weakenRoutes(({ kind }) =>
    ['staff', 'user', 'login', 'customer', 'payer', 'preview'].includes(kind) ? { kind: 'session' } : null,
  )

const weakenRoutes = (weaken: (access: Access) => Access | null): Protection[] =>
  allRoutes.flatMap((route) => {
    const { access } = route
    const weaker = weaken(access)
    const declare = (next: Access) => Object.assign(route, { access: next })
    const id = `${nameOf(route)}: ${JSON.stringify(access)} becomes ${JSON.stringify(weaker)}`
    return weaker === null
      ? []
      : [
          {
            id,
            kind: 'access',
            route,
            remove: () => declare(weaker),
            restore: () => declare(access),
          } as const,
        ]
  })

/** Returns the next wider access; null when everybody may call already. */
function widen(access: Access): Access | null {
  switch (access.kind) {
    case 'staff':
      return roleCan('viewer', access.right) ? { kind: 'user' } : { kind: 'staff', right: 'dashboard.read' }
    case 'user':
      return access.unverified ? { kind: 'session' } : { kind: 'user', unverified: true }
    case 'customer':
      return { kind: 'payer' }
    case 'preview':
    case 'login':
      return { kind: 'session' }
    case 'session':
    case 'payer':
      return { kind: 'public', host: 'either' }
    case 'public':
    case 'signed':
    case 'demo':
      return null
  }
}
