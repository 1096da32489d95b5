import { newId, randomText } from '../state/ids.ts'
import type { Call, Route } from '../wire/call.ts'
import { invalidRequest } from '../wire/stripe-error.ts'

function createEndpoint({ world, state, params }: Call): object {
  params.allow('url', 'enabled_events', 'description', 'metadata', 'api_version')
  const url = params.requireText('url')
  if (URL.parse(url) === null)
    throw invalidRequest('Invalid URL: an explicit scheme must be provided.', { param: 'url' })
  const endpoint = {
    id: newId('we'),
    accountId: state.id,
    url,
    secret: `whsec_${randomText(32)}`,
    events: params.list('enabled_events'),
  }
  world.endpoints.push(endpoint)
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: world.now,
    description: null,
    enabled_events: endpoint.events,
    livemode: false,
    metadata: {},
    secret: endpoint.secret,
    status: 'enabled',
    url,
  }
}

export const webhookEndpointRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/webhook_endpoints', handle: createEndpoint },
]
