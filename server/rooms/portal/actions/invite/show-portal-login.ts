import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { portalOriginOf } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { loginOfCustomer } from '../../store/portal-access.ts'

/**
 * Returns a customer's portal login for staff; without a login, the address that an invitation would go to.
 */
export async function showPortalLogin(
  ctx: Ctx,
  customerId: string,
): Promise<HandlerReplyOf<typeof contract.portal.readDetails>> {
  const customer = await readCustomer(ctx, customerId)
  const login = await loginOfCustomer(ctx, customerId)
  return {
    customer: customer.id,
    email: login?.email ?? customer.email,
    invite_accepted: login?.accepted ?? false,
    invited_at: login?.invitedAtMs == null ? null : isoInstant(login.invitedAtMs),
    portal_url: await portalOriginOf(ctx),
  }
}
