import { z } from 'zod'
import { route } from '../route.ts'
import { email, id, instant, strict } from '../shapes.ts'

const QUARTER_HOUR_S = 15 * 60

const people = z.object({
  may_manage: z
    .boolean()
    .describe('true for the customer’s first person, who invites and removes the others'),
  people: z.array(
    z.object({
      pk: id,
      email: z.string(),
      you: z.boolean(),
      first: z.boolean(),
      state: z.enum(['invited', 'active']),
      last_seen_at: instant.nullable(),
    }),
  ),
})
export type PeopleReply = z.output<typeof people>

/** People who log in for one customer, as they see each other in the portal. */
export const portalPeople = {
  list: route({
    method: 'GET',
    path: '/api/people/',
    summary: 'List who logs in for this customer',
    access: { kind: 'customer' },
    reply: people,
  }),
  invite: route({
    method: 'POST',
    path: '/api/people/',
    summary: 'Invite a person by email, as the customer’s first person. Inviting again replaces the old link',
    access: { kind: 'customer' },
    rateLimit: { limit: 20, windowSeconds: QUARTER_HOUR_S },
    body: strict({ email }),
    reply: people,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/people/:person/',
    summary: 'Remove a person, as the customer’s first person. Their sessions end at once',
    access: { kind: 'customer' },
    params: strict({ person: id }),
    reply: people,
  }),
}
