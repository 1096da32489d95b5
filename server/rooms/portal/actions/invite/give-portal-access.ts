import type { Ctx } from '../../../../platform/context.ts'
import { revokeSessions } from '../../../identity/index.ts'
import { customersOfLogin, ensurePortalUser, giveAccess, type PortalUser } from '../../store/portal-users.ts'

/**
 * Makes the login of an address the customer's only login. The customer's former logins keep their password
 * and other customers; one without any customer left is logged out. `email` is normalized.
 */
export async function givePortalAccess(ctx: Ctx, customerId: string, email: string): Promise<PortalUser> {
  const user = await ensurePortalUser(ctx, email)
  for (const formerId of await giveAccess(ctx, customerId, user.id)) {
    if ((await customersOfLogin(ctx, formerId)).length === 0) {
      await revokeSessions(ctx, { portalUserId: formerId }, 'portal access given to another address')
    }
  }
  return user
}
