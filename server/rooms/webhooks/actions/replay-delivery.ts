import type { DeliveryReply } from '../../../../contract/developers/webhooks.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentDelivery } from '../rules/present-endpoint.ts'
import { countReplays, findDelivery, insertDeliveries } from '../store/deliveries.ts'
import { requireLocked, requirePerson } from './require-endpoint.ts'

/** Sends an event again, with the same body. Refuses not_found, and wrong_state for a test or an endpoint that is off. */
export async function replayDelivery(ctx: Ctx, endpointId: string, id: string): Promise<DeliveryReply> {
  requirePerson(ctx.actor)
  const endpoint = await requireLocked(ctx, endpointId)
  const row = await findDelivery(ctx, endpointId, id)
  if (row === undefined) throw refuse('not_found')
  if (endpoint.state !== 'enabled') throw refuse('wrong_state', 'Turn this endpoint on first.')
  if (row.event_id === null) throw refuse('wrong_state', 'A test is not replayed. Send a new one.')
  if (row.state === 'waiting') throw refuse('wrong_state', 'This delivery is still under way.')
  const replays = await countReplays(ctx, endpointId, [row.event_id])
  const [created] = await insertDeliveries(ctx, [
    {
      ...{ endpointId, eventId: row.event_id, eventType: row.event_type, payload: row.payload },
      ...{ position: Number(row.position), replay: (replays.get(row.event_id) ?? 0) + 1, nextAtMs: ctx.now },
    },
  ])
  await markDue(ctx, 'webhooks.deliver', endpointId, ctx.now)
  const what = { url: endpoint.url, event: row.event_type }
  await audit(ctx, 'webhooks.replay', { type: 'webhook_endpoint', id: endpointId }, what)
  return presentDelivery(created!)
}
