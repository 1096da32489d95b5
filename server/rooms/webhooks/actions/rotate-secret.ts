import type { webhooks } from '../../../../contract/developers/webhooks.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { presentEndpoint } from '../rules/present-endpoint.ts'
import { countWaiting } from '../store/deliveries.ts'
import { changeEndpoint, encryptSecret } from '../store/endpoints.ts'
import { newWebhookSecret } from './create-endpoint.ts'
import { requireLocked, requirePerson } from './require-endpoint.ts'

/** The time in which the receiver can change over: both secrets sign. */
const OVERLAP_MS = DAY_MS

/** Creates a new secret and returns it, the only time. Refuses not_found. */
export async function rotateSecret(ctx: Ctx, id: string): Promise<HandlerReplyOf<typeof webhooks.rotate>> {
  requirePerson(ctx.actor)
  const before = await requireLocked(ctx, id)
  const secret = newWebhookSecret()
  const row = await changeEndpoint(ctx, id, {
    secret: encryptSecret(ctx, id, secret),
    previous_secret: before.secret,
    previous_until: asDate(ctx.now + OVERLAP_MS),
  })
  await audit(ctx, 'webhooks.rotate', { type: 'webhook_endpoint', id }, { url: row.url })
  return { ...presentEndpoint(row, (await countWaiting(ctx)).get(id) ?? 0), secret }
}
