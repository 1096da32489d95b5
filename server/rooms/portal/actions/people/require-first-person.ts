import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { holdPeople, loginOfCustomer } from '../../store/portal-access.ts'
import { requireCustomer } from '../require-customer.ts'

/** Locks the caller's customer, and returns it with the caller's own address. Throws not_allowed for everybody but the customer's first person. */
export async function requireFirstPerson(
  ctx: Ctx,
): Promise<{ customerId: string; portalUserId: string; email: string }> {
  const { actor } = ctx
  const customerId = requireCustomer(ctx)
  await holdPeople(ctx, [customerId])
  const first = actor.kind === 'customer' ? await loginOfCustomer(ctx, customerId) : null
  if (actor.kind !== 'customer' || first?.id !== actor.portalUserId)
    throw refuse('not_allowed', msg('Only the first person of your company can do this.'))
  return { customerId, portalUserId: actor.portalUserId, email: actor.email }
}
