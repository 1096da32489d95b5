import { keyMay } from '../../../domain/people/api-scopes.ts'
import { type Right, roleCan } from '../../../domain/people/roles.ts'
import type { Actor } from '../app.ts'

/** True for staff whose role has the right and for API keys with its scope. */
export function actorMay(actor: Actor, right: Right): boolean {
  if (actor.kind === 'api_key') return keyMay(actor.scopes, right)
  return actor.kind === 'staff' && actor.role !== null && roleCan(actor.role, right)
}
