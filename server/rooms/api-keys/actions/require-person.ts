import type { Actor } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

/** Returns the id of the person who manages keys. Refuses not_allowed for anybody else. */
export function requirePerson(actor: Actor): string {
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  return actor.userId
}
