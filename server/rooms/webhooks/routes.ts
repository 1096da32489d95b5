import { webhooks } from '../../../contract/developers/webhooks.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { createEndpoint } from './actions/create-endpoint.ts'
import { listDeliveries } from './actions/list-deliveries.ts'
import { listEndpoints } from './actions/list-endpoints.ts'
import { readDelivery } from './actions/read-delivery.ts'
import { removeEndpoint } from './actions/remove-endpoint.ts'
import { replayDelivery } from './actions/replay-delivery.ts'
import { replayRange } from './actions/replay-range.ts'
import { rotateSecret } from './actions/rotate-secret.ts'
import { sendTest } from './actions/send-test.ts'
import { updateEndpoint } from './actions/update-endpoint.ts'

export const webhooksRoutes: BoundRoute[] = [
  on(webhooks.list, (ctx) => listEndpoints(ctx)),
  on(webhooks.create, (ctx, { body }) => createEndpoint(ctx, body)),
  on(webhooks.update, (ctx, { params, body }) => updateEndpoint(ctx, params.webhook, body)),
  on(webhooks.remove, (ctx, { params }) => removeEndpoint(ctx, params.webhook)),
  on(webhooks.rotate, (ctx, { params }) => rotateSecret(ctx, params.webhook)),
  onUnitOfWork(webhooks.test, (uow, { params }) => sendTest(uow, params.webhook)),
  on(webhooks.deliveries, (ctx, { params, query }) => listDeliveries(ctx, params.webhook, query)),
  on(webhooks.delivery, (ctx, { params }) => readDelivery(ctx, params.webhook, params.delivery)),
  on(webhooks.replay, (ctx, { params }) => replayDelivery(ctx, params.webhook, params.delivery)),
  on(webhooks.replayRange, (ctx, { params, body }) => replayRange(ctx, params.webhook, body)),
]
