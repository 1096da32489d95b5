import type { DeliveryDetail } from '../../../../contract/developers/webhooks.ts'
import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { audit } from '../../../platform/audit.ts'
import { consumeRateLimit } from '../../../platform/auth/rate-limit.ts'
import { isoInstant } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { changeDelivery, insertDeliveries } from '../store/deliveries.ts'
import { recordAnswer, sendDelivery } from './attempt-delivery.ts'
import { readDelivery } from './read-delivery.ts'
import { requireEndpoint, requirePerson } from './require-endpoint.ts'

const MAX_TESTS = 20
const WINDOW_S = 60

/** Sends a test event now, also to an endpoint that is turned off, and returns the answer. Refuses not_found. */
export async function sendTest(uow: UnitOfWork, endpointId: string): Promise<DeliveryDetail> {
  requirePerson(uow.actor)
  await consumeRateLimit(uow.app, `webhook test ${uow.accountId}`, MAX_TESTS, WINDOW_S)
  const taken = await uow.transaction((ctx) => insertTest(ctx, endpointId))
  const answer = await sendDelivery(uow, taken, taken)
  await uow.transaction((ctx) => recordAnswer(ctx, taken, answer))
  return uow.transaction((ctx) => readDelivery(ctx, endpointId, taken.delivery.id))
}

async function insertTest(ctx: Ctx, endpointId: string) {
  const endpoint = await requireEndpoint(ctx, endpointId)
  const payload = JSON.stringify({
    type: 'endpoint.test',
    timestamp: isoInstant(ctx.app.clock.wallNow()),
    data: { account: ctx.accountId, endpoint: endpointId },
  })
  // Due long after the request, so that no worker sends it too.
  const nextAtMs = ctx.now + 60 * MINUTE_MS
  const position = Number(endpoint.position)
  const test = {
    endpointId,
    eventId: null,
    eventType: 'endpoint.test',
    replay: 0,
    position,
    payload,
    nextAtMs,
  }
  const [inserted] = await insertDeliveries(ctx, [test])
  const delivery = await changeDelivery(ctx, inserted!.id, { attempt_count: 1 })
  await audit(ctx, 'webhooks.test', { type: 'webhook_endpoint', id: endpointId }, { url: endpoint.url })
  return { delivery: delivery!, endpoint, accountId: ctx.accountId, now: ctx.now }
}
