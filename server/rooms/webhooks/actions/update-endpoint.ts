import type { EndpointReply, webhooks } from '../../../../contract/developers/webhooks.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lastPosition } from '../../audit-log/index.ts'
import { presentEndpoint } from '../rules/present-endpoint.ts'
import { countWaiting, giveUpWaiting } from '../store/deliveries.ts'
import { changeEndpoint } from '../store/endpoints.ts'
import type { EndpointRow } from '../tables.ts'
import { checkAddress } from './check-address.ts'
import { requireLocked, requirePerson } from './require-endpoint.ts'

/**
 * Changes an endpoint. Turned on again it receives what happens from now on; what it missed can be replayed. Turned off it gives
 * up the deliveries under way. Refuses not_found.
 */
export async function updateEndpoint(
  ctx: Ctx,
  id: string,
  { enabled, ...body }: InputOf<typeof webhooks.update>['body'],
): Promise<EndpointReply> {
  requirePerson(ctx.actor)
  const before = await requireLocked(ctx, id)
  if (body.url !== undefined) checkAddress(ctx, body.url)
  const row = await changeEndpoint(ctx, id, {
    url: body.url ?? before.url,
    description: body.description ?? before.description,
    event_types: [...new Set(body.event_types ?? before.event_types)],
    ...(enabled === undefined ? {} : await switched(ctx, before, enabled)),
  })
  if (enabled === false) await giveUpWaiting(ctx, id, 'The endpoint was turned off.')
  const state = row.state === before.state ? undefined : row.state
  await audit(ctx, 'webhooks.update', { type: 'webhook_endpoint', id }, { url: row.url, state })
  return presentEndpoint(row, (await countWaiting(ctx)).get(id) ?? 0)
}

async function switched(ctx: Ctx, before: EndpointRow, enabled: boolean) {
  if (enabled === (before.state === 'enabled')) return {}
  return enabled
    ? {
        state: 'enabled' as const,
        disabled_at: null,
        failing_since: null,
        position: BigInt(await lastPosition(ctx)),
      }
    : { state: 'disabled' as const, disabled_at: asDate(ctx.now) }
}
