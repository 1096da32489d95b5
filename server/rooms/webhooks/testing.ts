import { asDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { newWebhookSecret } from './actions/create-endpoint.ts'
import { changeDelivery, insertDeliveries } from './store/deliveries.ts'
import { deleteEndpoint, insertEndpoint, selectEndpoints } from './store/endpoints.ts'

/** Adds an endpoint for all types of events. The limit of endpoints does not count. */
export async function anEndpoint(
  ctx: Ctx,
  { url = 'https://hooks.example.com/quittance', position = 0 } = {},
): Promise<{ pk: string; secret: string }> {
  const secret = newWebhookSecret()
  const createdBy = ctx.actor.kind === 'staff' ? ctx.actor.userId : ctx.accountId
  const fields = { url, description: '', event_types: [], created_by: createdBy, secret, position }
  return { pk: (await insertEndpoint(ctx, fields)).id, secret }
}

/** Deletes all endpoints but the first three. */
export async function removeSpareEndpoints(ctx: Ctx): Promise<void> {
  for (const { id } of (await selectEndpoints(ctx)).slice(3)) await deleteEndpoint(ctx, id)
}

/** Adds a delivery that has failed. */
export async function aFailedDelivery(ctx: Ctx, endpointId: string): Promise<string> {
  const eventId = newId(ctx.app.clock.wallNow())
  const [row] = await insertDeliveries(ctx, [
    {
      ...{ endpointId, eventId, eventType: 'invoice.sent', replay: 0, position: 0 },
      ...{ payload: '{}', nextAtMs: ctx.now },
    },
  ])
  await changeDelivery(ctx, row!.id, { state: 'failed', next_at: null, finished_at: asDate(ctx.now) })
  return row!.id
}
