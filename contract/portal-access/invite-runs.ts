import { z } from 'zod'
import { route } from '../route.ts'
import { accountParams, id, instant, strict } from '../shapes.ts'

const read = { kind: 'staff', right: 'customers.read' } as const
const invite = { kind: 'staff', right: 'portal.invite' } as const
const count = z.number().int()
const again = z.boolean().describe('also those who were invited before and did not accept')

const run = z.object({
  pk: id,
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  again,
  failure: z.string().nullable(),
  customers_total: count,
  customers_done: count,
  sent: count,
  started_at: instant,
  finished_at: instant.nullable(),
})
export type InviteRunReply = z.output<typeof run>

/** Inviting every customer who was not invited yet. */
export const inviteRuns = {
  preview: route({
    method: 'GET',
    path: '/api/accounts/:account/portal-invite-runs/preview/',
    summary: 'Preview inviting every customer: who would be invited, and who would not and why',
    access: read,
    params: accountParams,
    query: strict({ again: z.enum(['true', 'false']).default('false') }),
    reply: z.object({
      invited: count,
      left_out: z.object({
        active: count.describe('somebody logs in for them'),
        invited: count.describe('invited before'),
        removed: count.describe('their login was ended'),
        no_address: count,
        marked_address: count.describe('the address refuses emails or complained'),
        inactive: count,
      }),
      first: z.array(z.object({ customer: z.object({ pk: id, short_name: z.string() }), email: z.string() })),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/portal-invite-runs/',
    summary: 'List the last runs with their progress, the latest first',
    access: read,
    params: accountParams,
    reply: z.object({ runs: z.array(run) }),
  }),
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/portal-invite-runs/',
    summary: 'Invite every customer who was not invited yet',
    access: invite,
    params: accountParams,
    body: strict({ again: again.default(false) }),
    status: 202,
    reply: run,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/accounts/:account/portal-invite-runs/:run/cancel/',
    summary: 'Stop a run. Invitations that were sent stay valid',
    access: invite,
    params: strict({ account: id, run: id }),
    body: strict({}).optional(),
    reply: run,
  }),
}
