import { z } from 'zod'
import { PORTAL_LOGIN_STATES } from '../../domain/people/portal-login-state.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import { accountParams, email, id, instant, listQuery, orderBy, paged, strict } from '../shapes.ts'

const read = { kind: 'staff', right: 'customers.read' } as const
const invite = { kind: 'staff', right: 'portal.invite' } as const
const state = z.enum(PORTAL_LOGIN_STATES, 'Choose a state.')

/** Most entries of one call. Inviting every customer is a run. */
const MAX_ENTRIES = 100

const entries = z
  .array(strict({ email, customer: id }), 'Enter a list.')
  .min(1, 'Enter at least one entry.')
  .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries.`)

const entry = z.object({
  email: z.string().describe('empty for a customer without an address'),
  customer: id,
})
const shown = entry.extend({
  short_name: z.string(),
  login: id.nullable().describe('null for a customer without a login'),
  state: state.describe('not_invited also for a customer without a login'),
  first: z.boolean().describe('the customer’s first person, who may invite others'),
  invited_at: instant.nullable(),
  last_seen_at: instant.nullable(),
  ended_at: instant.nullable(),
})
export type PortalLoginEntry = z.output<typeof shown>

/** Search, filters and order of the list. */
const loginMatch = {
  search: listQuery.search,
  state: state.optional(),
  customer: id.optional(),
  order_by: orderBy(['short_name', 'email', 'last_seen_at'], 'short_name'),
}

export const portalLogins = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/customer-portal/',
    summary: 'List the portal logins of all customers, and the customers without one',
    access: read,
    params: accountParams,
    query: strict({ ...listQuery, ...loginMatch }),
    reply: paged(shown),
  }),
  export: listExport('/api/accounts/:account/customer-portal/export/', 'Export portal logins', loginMatch),
  add: route({
    method: 'POST',
    path: '/api/accounts/:account/customer-portal/',
    summary: 'Add portal logins without inviting them',
    access: invite,
    params: accountParams,
    body: entries,
    reply: z.array(entry),
  }),
  invite: route({
    method: 'POST',
    path: '/api/accounts/:account/customer-portal/invite/',
    summary:
      'Invite several people to the portal by email. What can’t be invited is left out, with the reason',
    access: invite,
    rateLimit: { limit: 30, windowSeconds: 900 },
    params: accountParams,
    body: entries,
    reply: z.object({
      invited: z.array(entry),
      left_out: z.array(entry.extend({ reason: z.string() })),
    }),
  }),
  end: route({
    method: 'DELETE',
    path: '/api/accounts/:account/customers/:customer/customer-portal/:login/',
    summary: 'End a portal login’s access to a customer. Its sessions end at once',
    access: invite,
    params: strict({ account: id, customer: id, login: id }),
    reply: 'nothing',
  }),
}
