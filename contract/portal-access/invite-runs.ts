import { z } from 'zod'
import { type CustomerSelection, customerSelection } from '../customer-groups.ts'
import { route } from '../route.ts'
import { accountParams, id, instant, strict } from '../shapes.ts'

const read = { kind: 'staff', right: 'customers.read' } as const
const invite = { kind: 'staff', right: 'portal.invite' } as const
const count = z.number().int()
const SELECTION_TEXT = 'Send customers or matching.'
const isSelection = ({ customers, matching }: CustomerSelection): boolean =>
  (customers === undefined) !== (matching === undefined)
const again = z.boolean().describe('also those who were invited before and did not accept')

const run = z.object({
  pk: id,
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  again,
  selected: z.boolean().describe('of selected customers, not of every one'),
  failure: z.string().nullable(),
  customers_total: count,
  customers_done: count,
  sent: count,
  started_at: instant,
  finished_at: instant.nullable(),
})
export type InviteRunReply = z.output<typeof run>

const preview = z.object({
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
})

/** Inviting customers who were not invited yet: every one, or selected ones. */
export const inviteRuns = {
  preview: route({
    method: 'GET',
    path: '/api/accounts/:account/portal-invite-runs/preview/',
    summary: 'Preview inviting every customer: who would be invited, and who would not and why',
    access: read,
    params: accountParams,
    query: strict({ again: z.enum(['true', 'false']).default('false') }),
    reply: preview,
  }),
  previewSelected: route({
    method: 'POST',
    path: '/api/accounts/:account/portal-invite-runs/preview/',
    summary: 'Preview inviting selected customers: who would be invited, and who would not and why',
    access: invite,
    params: accountParams,
    body: strict({ again: again.default(false), ...customerSelection }).refine(isSelection, SELECTION_TEXT),
    reply: preview,
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
    summary: 'Invite every customer who was not invited yet, or the selected ones of them',
    access: invite,
    params: accountParams,
    body: strict({ again: again.default(false), ...customerSelection }).refine(
      (body) => !(body.customers && body.matching),
      SELECTION_TEXT,
    ),
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
