import type { webhooks } from '../../../../contract/developers/webhooks.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { readEventsBetween } from '../../audit-log/index.ts'
import { countReplays, insertDeliveries } from '../store/deliveries.ts'
import { deliveryOf, isChosen } from './follow-events.ts'
import { requireLocked, requirePerson } from './require-endpoint.ts'

/** Events in one replay. */
const MAX_EVENTS = 1000

/**
 * Sends the chosen events of a period again, also those that the endpoint missed while it was off. Refuses not_found,
 * wrong_state for an endpoint that is off, and invalid_input for an empty period.
 */
export async function replayRange(
  ctx: Ctx,
  endpointId: string,
  { from, to }: InputOf<typeof webhooks.replayRange>['body'],
): Promise<HandlerReplyOf<typeof webhooks.replayRange>> {
  requirePerson(ctx.actor)
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  if (fromMs >= toMs) throw refuseFields({ to: ['The period has to end after it begins.'] })
  const endpoint = await requireLocked(ctx, endpointId)
  if (endpoint.state !== 'enabled') throw refuse('wrong_state', 'Turn this endpoint on first.')
  const events = await readEventsBetween(ctx, { fromMs, toMs }, MAX_EVENTS + 1)
  const page = events.slice(0, MAX_EVENTS)
  const chosen = page.filter(({ type }) => isChosen(endpoint, type))
  const replays = await countReplays(
    ctx,
    endpointId,
    chosen.map(({ pk }) => pk),
  )
  const again = chosen.map((event) => {
    const before = replays.get(event.pk)
    return deliveryOf(ctx, endpointId, event, before === undefined ? 0 : before + 1)
  })
  const queued = (await insertDeliveries(ctx, again)).length
  if (queued > 0) await markDue(ctx, 'webhooks.deliver', endpointId, ctx.now)
  await audit(
    ctx,
    'webhooks.replay',
    { type: 'webhook_endpoint', id: endpointId },
    { url: endpoint.url, queued },
  )
  return { queued, has_more: events.length > MAX_EVENTS, next: events[MAX_EVENTS]?.at ?? null }
}
