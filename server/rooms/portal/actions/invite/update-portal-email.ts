import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import {
  customersOfLogin,
  holdPeople,
  type PersonOfCustomer,
  peopleOfCustomer,
} from '../../store/portal-access.ts'
import { findPortalUserByEmail } from '../../store/portal-users.ts'
import { endPortalAccess } from '../people/end-portal-access.ts'
import { givePortalAccess } from './give-portal-access.ts'
import { sendInvitation } from './send-invitation.ts'
import { showPortalLogin } from './show-portal-login.ts'

type Route = typeof contract.portal.updateEmail

/**
 * Moves the access of one of the customer's logins, by default the first person's, to another address. Passwords do not move:
 * if the former login had been invited, the new address is invited too. Throws not_found, too_many_requests, and invalid_input
 * beside `email` for an address that logs in already.
 */
export async function updatePortalEmail(
  ctx: Ctx,
  customerId: string,
  { email: given, login }: InputOf<Route>['body'],
): Promise<HandlerReplyOf<Route>> {
  const customer = await readCustomer(ctx, customerId)
  await holdPeople(ctx, [customerId])
  const people = await peopleOfCustomer(ctx, customerId)
  const former = login === undefined ? people[0] : people.find(({ id }) => id === login)
  if (login !== undefined && former === undefined) throw refuse('not_found')
  const email = normalizeEmail(given)
  if (former?.email !== email) {
    await checkAddress(ctx, email, people)
    const user = await givePortalAccess(ctx, customerId, email)
    if (former !== undefined) {
      await endPortalAccess(ctx, customerId, former.id)
      if (former.invitedAtMs !== null) await sendInvitation(ctx, user, customer.shortName)
    }
  }
  await audit(ctx, 'portal.update-email', { type: 'customer', id: customerId }, { email })
  return showPortalLogin(ctx, customerId)
}

/** A mistyped address must not give one customer's person access to another customer. */
async function checkAddress(ctx: Ctx, email: string, people: readonly PersonOfCustomer[]): Promise<void> {
  if (people.some((person) => person.email === email))
    throw refuseFields({ email: ['This person logs in for this customer already.'] })
  const taken = await findPortalUserByEmail(ctx, email)
  const [other] = taken === null ? [] : await customersOfLogin(ctx, taken.id)
  if (other !== undefined)
    throw refuseFields({
      email: [
        `This address logs in for ${other.shortName}. Invite it to this customer too, then end the former login.`,
      ],
    })
}
