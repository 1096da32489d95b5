import { asDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { createEndpoint } from './actions/create-endpoint.ts'
import { changeDelivery, insertDeliveries } from './store/deliveries.ts'

/** Adds an endpoint for all types of events at an address that does not exist. */
export const anEndpoint = (ctx: Ctx, url = 'https://hooks.example.com/quittance') =>
  createEndpoint(ctx, { url, description: '', event_types: [] })

/** Adds a delivery that has failed. */
export async function aFailedDelivery(ctx: Ctx, endpointId: string): Promise<string> {
  const [row] = await insertDeliveries(ctx, [
    {
      ...{
        endpointId,
        eventId: newId(ctx.app.clock.wallNow()),
        eventType: 'invoice.sent',
        replay: 0,
        position: 0,
      },
      ...{ payload: '{}', nextAtMs: ctx.now },
    },
  ])
  await changeDelivery(ctx, row!.id, { state: 'failed', next_at: null, finished_at: asDate(ctx.now) })
  return row!.id
}
