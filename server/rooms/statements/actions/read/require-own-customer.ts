import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'

/** Returns the customer of a portal session or preview. Throws not_allowed for other callers. */
export function requireOwnCustomer({ actor }: Pick<BaseCtx, 'actor'>): string {
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  return actor.customerId
}
