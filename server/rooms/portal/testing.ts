import type { Ctx } from '../../platform/context.ts'
import { hashPassword } from '../../platform/password-hashing.ts'
import { A_PASSWORD } from '../identity/testing.ts'
import { givePortalAccess } from './actions/give-portal-access.ts'
import { acceptWithPassword, type PortalUser } from './store/portal-users.ts'

/** A customer's login to the portal, its invitation accepted with a password (A_PASSWORD unless told otherwise). */
export async function aPortalLogin(
  ctx: Ctx,
  given: { email: string; customerIds: readonly string[]; password?: string },
): Promise<PortalUser> {
  let user: PortalUser | null = null
  for (const customerId of given.customerIds) user = await givePortalAccess(ctx, customerId, given.email)
  if (user === null) throw new Error('A portal login needs a customer.')
  await acceptWithPassword(ctx, user.id, await hashPassword(given.password ?? A_PASSWORD))
  return user
}
