import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readCustomer } from '../../../customers/index.ts'
import { loginOfCustomer } from '../../store/portal-users.ts'
import { givePortalAccess } from './give-portal-access.ts'
import { sendInvitation } from './send-invitation.ts'
import { showPortalLogin } from './show-portal-login.ts'

/**
 * Moves a customer's portal access to another address. Passwords do not move: if the customer had been
 * invited, the new address is invited too. Throws not_found or too_many_requests.
 */
export async function updatePortalEmail(
  ctx: Ctx,
  customerId: string,
  given: string,
): Promise<HandlerReplyOf<typeof contract.portal.updateEmail>> {
  const customer = await readCustomer(ctx, customerId)
  const former = await loginOfCustomer(ctx, customerId)
  const email = normalizeEmail(given)
  const user = await givePortalAccess(ctx, customerId, email)
  const moved = former !== null && former.id !== user.id
  if (moved && former.invitedAtMs !== null) await sendInvitation(ctx, user, customer.shortName)
  await audit(ctx, 'portal.update-email', { type: 'customer', id: customerId }, { email })
  return showPortalLogin(ctx, customerId)
}
