import type { Ctx } from '../../../../platform/context.ts'
import { giveAccess } from '../../store/portal-access.ts'
import { ensurePortalUser, type PortalUser } from '../../store/portal-users.ts'

/** Gives the login of an address access to a customer, beside the logins that have it. `email` is normalized. */
export async function givePortalAccess(ctx: Ctx, customerId: string, email: string): Promise<PortalUser> {
  const user = await ensurePortalUser(ctx, email)
  await giveAccess(ctx, customerId, user.id)
  return user
}
