import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { giveAccess } from '../../store/portal-access.ts'
import { ensurePortalUser, type PortalUser } from '../../store/portal-users.ts'

/**
 * Gives the login of an address access to a customer, beside the logins that have it. `email` is normalized. Throws wrong_state for an
 * erased customer.
 */
export async function givePortalAccess(ctx: Ctx, customerId: string, email: string): Promise<PortalUser> {
  if ((await readCustomer(ctx, customerId)).erasedAt !== null)
    throw refuse('wrong_state', 'This customer was erased, so nobody logs in for it.')
  const user = await ensurePortalUser(ctx, email)
  await giveAccess(ctx, customerId, user.id)
  return user
}
