import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { MAX_PEOPLE } from '../../rules.ts'
import { holdPeople, peopleOfCustomer } from '../../store/portal-access.ts'

/** Refuses a further person beside `email` when the locked customer has as many as it may have. `email` is normalized. */
export async function checkRoomForPerson(ctx: Ctx, customerId: string, email: string): Promise<void> {
  await holdPeople(ctx, [customerId])
  const people = await peopleOfCustomer(ctx, customerId)
  if (people.length < MAX_PEOPLE || people.some((person) => person.email === email)) return
  throw refuseFields({
    email: [
      msg('A customer has at most {count, plural, one {# person} other {# people}}. Remove one first.', {
        count: MAX_PEOPLE,
      }),
    ],
  })
}
