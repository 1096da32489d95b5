import type { PeopleReply } from '../../../../../contract/portal-access/people.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import { consumeRateLimitWith } from '../../../../platform/auth/rate-limit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import { peopleOfCustomer } from '../../store/portal-access.ts'
import { givePortalAccess } from '../invite/give-portal-access.ts'
import { mailInvitation } from '../invite/send-invitation.ts'
import { checkRoomForPerson } from './check-room-for-person.ts'
import { listPeople } from './list-people.ts'
import { requireFirstPerson } from './require-first-person.ts'

const DAY_S = 86_400
/** Mails to addresses that a customer chose. They don't count among the company's own. */
const MAX_A_DAY = 10

/**
 * Invites a person of the caller's customer, as its first person; inviting again replaces the former link. Throws
 * not_allowed, too_many_requests, or invalid_input beside `email`.
 */
export async function invitePerson(ctx: Ctx, given: string): Promise<PeopleReply> {
  const { customerId, email: inviter } = await requireFirstPerson(ctx)
  const email = normalizeEmail(given)
  if (email === inviter) throw refuseFields({ email: [msg('This is your own address.')] })
  await checkRoomForPerson(ctx, customerId, email)
  const known = (await peopleOfCustomer(ctx, customerId)).find((person) => person.email === email)
  if (known?.lastSeenAtMs && known.lastSeenAtMs >= known.accessSinceMs)
    throw refuseFields({ email: [msg('This person logs in already.')] })
  await consumeRateLimitWith(ctx, {
    key: `people invited by ${customerId}`,
    turns: 1,
    limit: MAX_A_DAY,
    windowSeconds: DAY_S,
    detail: msg('You can send {count} invitations a day. Please send the rest tomorrow.', {
      count: MAX_A_DAY,
    }),
  })
  const user = await givePortalAccess(ctx, customerId, email)
  const { shortName } = await readCustomer(ctx, customerId)
  await mailInvitation(ctx, user, shortName)
  await audit(ctx, 'portal.invite-person', { type: 'customer', id: customerId }, { email })
  return listPeople(ctx)
}
