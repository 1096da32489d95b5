import type { PeopleReply } from '../../../../../contract/portal-access/people.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Actor, Ctx } from '../../../../platform/context.ts'
import { type PersonOfCustomer, peopleOfCustomer } from '../../store/portal-access.ts'
import { requireCustomer } from '../require-customer.ts'

/** Lists who logs in for the caller's customer. */
export async function listPeople(ctx: Ctx): Promise<PeopleReply> {
  const people = await peopleOfCustomer(ctx, requireCustomer(ctx))
  const own = ownLogin(ctx.actor)
  return {
    may_manage: own !== null && people[0]?.id === own,
    people: people.map((person, at) => {
      const isActive = wasHere(person)
      return {
        pk: person.id,
        email: person.email,
        you: person.id === own,
        first: at === 0,
        state: isActive ? 'active' : 'invited',
        last_seen_at: isActive && person.lastSeenAtMs !== null ? isoInstant(person.lastSeenAtMs) : null,
      }
    }),
  }
}

const ownLogin = (actor: Actor): string | null => (actor.kind === 'customer' ? actor.portalUserId : null)

/** Nobody learns by an invitation that an address has a login for another customer: it counts from its first visit since. */
const wasHere = ({ accepted, lastSeenAtMs, accessSinceMs }: PersonOfCustomer): boolean =>
  accepted && lastSeenAtMs !== null && lastSeenAtMs >= accessSinceMs
