import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { loginOfCustomer } from '../../store/portal-access.ts'
import { checkRoomForPerson } from '../people/check-room-for-person.ts'
import { givePortalAccess } from './give-portal-access.ts'
import { sendInvitation } from './send-invitation.ts'
import { showPortalLogin } from './show-portal-login.ts'

/**
 * Invites a person of a customer to the portal by mail, beside those who have a login; inviting again replaces the former
 * link. The default address is the first person's, or else the customer's own. Throws not_found, too_many_requests,
 * wrong_state for too many people, or invalid_input when there is no address.
 */
export async function inviteCustomer(
  ctx: Ctx,
  customerId: string,
  given: string | undefined,
): Promise<HandlerReplyOf<typeof contract.portal.invite>> {
  const customer = await readCustomer(ctx, customerId)
  const former = await loginOfCustomer(ctx, customerId)
  const email = normalizeEmail(given ?? former?.email ?? customer.email)
  if (email === '') throw refuseFields({ email: ['This customer has no email address yet. Enter one.'] })
  await checkRoomForPerson(ctx, customerId, email)
  const user = await givePortalAccess(ctx, customerId, email)
  await sendInvitation(ctx, user, customer.shortName)
  await audit(ctx, 'portal.invite', { type: 'customer', id: customerId }, { email })
  return showPortalLogin(ctx, customerId)
}
