import { allRoutes } from '../../contract/index.ts'
import type { Access, Route } from '../../contract/route.ts'
import { roleCan } from '../../domain/people/roles.ts'
import { nameOf } from '../../testing/sweep/sweep-call.ts'
import type { GuardKind } from './find-guards.ts'
import { guardSwitches } from './switchboard.ts'

/** What stands between a caller and what isn't theirs, and can be taken away. */
export interface Wall {
  readonly id: string
  readonly kind: GuardKind | 'access'
  /** Of a wall that belongs to one route. */
  readonly route?: Route
  remove(): void
  putBack(): void
}

/** Does something while these walls are away. */
export async function without<T>(walls: readonly Wall[], work: () => Promise<T>): Promise<T> {
  for (const wall of walls) wall.remove()
  try {
    return await work()
  } finally {
    for (const wall of walls) wall.putBack()
  }
}

export const guardWalls = (): Wall[] =>
  guardSwitches.known().map(({ id, kind }) => ({
    ...{ id, kind },
    remove: () => guardSwitches.turn(id, false),
    putBack: () => guardSwitches.turn(id, true),
  }))

/** Each route's declaration, weakened to the next wider circle of callers. */
export const accessWalls = (): Wall[] => weakened(widen)

/** The same, so that whoever holds any session may call: what an action asks for itself is asked then. */
export const openDoors = (): Wall[] =>
  weakened(({ kind }) =>
    ['staff', 'user', 'login', 'customer', 'payer', 'preview'].includes(kind) ? { kind: 'session' } : null,
  )

const weakened = (widened: (access: Access) => Access | null): Wall[] =>
  allRoutes.flatMap((route) => {
    const { access } = route
    const weaker = widened(access)
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
            putBack: () => declare(access),
          } as const,
        ]
  })

/** Null where everybody may call already. */
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
