import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

/** The customer whose portal session or preview it is. Throws not_allowed for every other kind of caller. */
export function actingCustomer(ctx: Ctx): string {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  return actor.customerId
}
