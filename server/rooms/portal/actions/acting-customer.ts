import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

/** The customer whose portal session it is. Throws not_allowed for every other kind of caller. */
export function actingCustomer(ctx: Ctx): string {
  if (ctx.actor.kind !== 'customer') throw refuse('not_allowed')
  return ctx.actor.customerId
}
