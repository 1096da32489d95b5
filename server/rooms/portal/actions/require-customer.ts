import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

/** Returns the customer of a portal session or preview. Throws not_allowed for other callers. */
export function requireCustomer(ctx: Ctx): string {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  return actor.customerId
}
