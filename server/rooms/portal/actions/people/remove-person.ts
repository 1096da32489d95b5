import type { PeopleReply } from '../../../../../contract/portal-access/people.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findPortalUser } from '../../store/portal-users.ts'
import { endPortalAccess } from './end-portal-access.ts'
import { listPeople } from './list-people.ts'
import { requireFirstPerson } from './require-first-person.ts'

/**
 * Removes a person of the caller's customer, as its first person. Throws not_allowed, not_found, and wrong_state for the
 * caller's own login.
 */
export async function removePerson(ctx: Ctx, personId: string): Promise<PeopleReply> {
  const { customerId, portalUserId } = await requireFirstPerson(ctx)
  if (personId === portalUserId)
    throw refuse('wrong_state', msg('You can’t remove yourself. Ask the company that invited you.'))
  const person = await findPortalUser(ctx, personId)
  if (person === null || !(await endPortalAccess(ctx, customerId, personId))) throw refuse('not_found')
  await audit(ctx, 'portal.remove-person', { type: 'customer', id: customerId }, { email: person.email })
  return listPeople(ctx)
}
