import { z } from 'zod'
import { EVENT_TYPES } from '../../domain/accounts/event-types.ts'
import { isEndpointAddress } from '../../domain/parsing/endpoint-address.ts'
import { route } from '../route.ts'
import { accountParams, id, instant, line, strict } from '../shapes.ts'

const eventType = z.enum(EVENT_TYPES, 'Choose a type of event.')

const endpoint = z.object({
  pk: id,
  url: z.string(),
  description: z.string(),
  event_types: z.array(eventType).describe('empty for all types'),
  state: z
    .enum(['enabled', 'disabled', 'failed'])
    .describe('failed: turned off because it answered no request for three days'),
  failing_since: instant.nullable().describe('the first failure since the last success'),
  previous_secret_until: instant.nullable().describe('until then the secret before signs too'),
  waiting: z.number().int().describe('deliveries under way'),
  created_at: instant,
})
export type EndpointReply = z.output<typeof endpoint>

const delivery = z.object({
  pk: id,
  event_type: z.string().describe('the event’s type, or endpoint.test'),
  event: id.nullable(),
  replay: z.number().int().describe('0 for the first delivery of the event to this endpoint'),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  next_at: instant.nullable(),
  last_status: z.number().int().nullable(),
  last_problem: z.string().nullable(),
  created_at: instant,
})
export type DeliveryReply = z.output<typeof delivery>

const deliveryDetail = delivery.extend({
  payload: z.string().describe('the body that is sent'),
  requests: z.array(
    z.object({
      number: z.number().int(),
      at: instant,
      duration_ms: z.number().int(),
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      answer: z.string().describe('the first 2,000 bytes of the answer'),
    }),
  ),
})
export type DeliveryDetail = z.output<typeof deliveryDetail>

const access = { kind: 'staff', right: 'developers.manage' } as const
const oneEndpoint = strict({ account: id, webhook: id })
const oneDelivery = strict({ account: id, webhook: id, delivery: id })

const fields = {
  url: z
    .string('Enter an address.')
    .trim()
    .max(500, 'An address has at most 500 characters.')
    .refine(isEndpointAddress, 'Enter an https address without a user name or a fragment.'),
  description: line(100),
  event_types: z.array(eventType).max(EVENT_TYPES.length),
}

const withSecret = endpoint.extend({ secret: z.string().describe('the signing secret, shown once') })

/** Where the account's own programs receive its events, by Standard Webhooks. */
export const webhooks = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/webhook-endpoints/',
    summary: 'List the webhook endpoints of the account',
    access,
    params: accountParams,
    reply: z.object({ results: z.array(endpoint) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/webhook-endpoints/',
    summary: 'Add a webhook endpoint. The answer is the only one that shows its secret',
    access,
    params: accountParams,
    body: strict({ ...fields, description: fields.description.default('') }),
    status: 201,
    reply: withSecret,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/',
    summary: 'Change a webhook endpoint, or turn it on or off',
    access,
    params: oneEndpoint,
    body: strict({
      url: fields.url.optional(),
      description: fields.description.optional(),
      event_types: fields.event_types.optional(),
      enabled: z.boolean().optional().describe('turned on, it receives what happens from now on'),
    }),
    reply: endpoint,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/',
    summary: 'Delete a webhook endpoint and its log',
    access,
    params: oneEndpoint,
    reply: 'nothing',
  }),
  rotate: route({
    method: 'POST',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/secret/',
    summary: 'Create a new secret. The one before signs too for 24 hours',
    access,
    params: oneEndpoint,
    body: strict({}),
    reply: withSecret,
  }),
  test: route({
    method: 'POST',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/test/',
    summary: 'Send a test event now and return the answer',
    access,
    params: oneEndpoint,
    body: strict({}),
    reply: deliveryDetail,
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/deliveries/',
    summary: 'List the deliveries to an endpoint, the newest first',
    access,
    params: oneEndpoint,
    query: strict({
      state: z.enum(['waiting', 'delivered', 'failed']).optional(),
      before: id.optional().describe('the last delivery of the page before'),
    }),
    reply: z.object({ results: z.array(delivery), has_more: z.boolean() }),
  }),
  delivery: route({
    method: 'GET',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/deliveries/:delivery/',
    summary: 'Read a delivery with its requests and their answers',
    access,
    params: oneDelivery,
    reply: deliveryDetail,
  }),
  replay: route({
    method: 'POST',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/deliveries/:delivery/replay/',
    summary: 'Send a delivered or failed event again',
    access,
    params: oneDelivery,
    body: strict({}),
    status: 202,
    reply: delivery,
  }),
  replayRange: route({
    method: 'POST',
    path: '/api/accounts/:account/webhook-endpoints/:webhook/replays/',
    summary: 'Send the chosen events of a period again, at most 1,000',
    access,
    params: oneEndpoint,
    body: strict({
      from: z.iso.datetime({ offset: true, error: 'Enter an instant, such as 2026-11-20T15:00:00Z.' }),
      to: z.iso.datetime({ offset: true, error: 'Enter an instant, such as 2026-11-20T15:00:00Z.' }),
    }),
    status: 202,
    reply: z.object({
      queued: z.number().int(),
      has_more: z.boolean().describe('more than 1,000 match: repeat from `next`'),
      next: instant.nullable(),
    }),
  }),
}
