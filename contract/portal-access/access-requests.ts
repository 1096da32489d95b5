import { z } from 'zod'
import { filters } from '../filters.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import {
  accountParams,
  email,
  id,
  instant,
  listQuery,
  orderBy,
  paged,
  productText,
  requiredLine,
  requiredName,
  strict,
} from '../shapes.ts'

const QUARTER_HOUR_S = 15 * 60
const read = { kind: 'staff', right: 'customers.read' } as const
const decide = { kind: 'staff', right: 'portal.invite' } as const
const customer = z.object({ pk: id, short_name: z.string() })
const state = z.enum(['open', 'approved', 'refused'], 'Choose a state.')

const shown = z.object({
  pk: id,
  name: z.string(),
  email: z.string(),
  reference: z.string().describe('company or invoice number, as it was typed'),
  earlier: z
    .array(z.object({ name: z.string(), reference: z.string() }))
    .describe('what the address asked for before, the latest first, at most five'),
  state,
  customer: customer.nullable().describe('approved onto'),
  suggested: customer.nullable().describe('of an open request: the one customer that its texts name'),
  created_at: instant,
  decided_at: instant.nullable(),
})
export type AccessRequest = z.output<typeof shown>

/** Filters and order of the list. */
const requestMatch = {
  state: state.default('open'),
  customer: id.optional().describe('approved onto'),
  ...filters({ created_at: 'date', decided_at: 'date' }),
  order_by: orderBy(['created_at', 'decided_at', 'name', 'email', 'reference', 'customer'], '-created_at'),
}

const oneRequest = strict({ account: id, request: id })

export const accessRequests = {
  ask: route({
    method: 'POST',
    path: '/api/access-requests/',
    summary: 'Ask the company for a login to its portal. The answer is the same for known addresses',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S, also: { field: 'email', limit: 3 } },
    body: strict({ name: requiredName(100), email, reference: requiredLine(150) }),
    reply: z.object({ detail: productText }),
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/access-requests/',
    summary: 'List requests for a login to the portal, the latest first',
    access: read,
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size, ...requestMatch }),
    reply: paged(shown),
  }),
  export: listExport(
    '/api/accounts/:account/access-requests/export/',
    'Export requests for a login to the portal',
    requestMatch,
  ),
  approve: route({
    method: 'POST',
    path: '/api/accounts/:account/access-requests/:request/approve/',
    summary: 'Approve a request onto a customer: invites the address by email',
    access: decide,
    params: oneRequest,
    body: strict({ customer: id }),
    reply: shown,
  }),
  refuse: route({
    method: 'POST',
    path: '/api/accounts/:account/access-requests/:request/refuse/',
    summary: 'Refuse a request, and notify its sender by email',
    access: decide,
    params: oneRequest,
    body: strict({}).optional(),
    reply: shown,
  }),
}
