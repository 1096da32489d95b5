import type { Actor } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Staff } from '../rules.ts'

/** Returns the caller as a member of staff. Refuses everybody else. */
export function requireStaff(actor: Actor): Staff {
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  return actor
}
