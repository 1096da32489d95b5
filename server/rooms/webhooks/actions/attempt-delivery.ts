import { asDate } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import type { WebhookAnswer } from '../../../platform/webhooks/webhook-sender.ts'
import { FAILING_FOR_MS, waitAfter } from '../rules/back-off.ts'
import { changeDelivery, insertAttempt } from '../store/deliveries.ts'
import { changeEndpoint, decryptSecret, lockEndpoint } from '../store/endpoints.ts'
import type { DeliveryRow, EndpointRow } from '../tables.ts'
import { signWebhook } from './sign-webhook.ts'
import { turnOffFailing } from './turn-off-failing.ts'

/** A delivery that was taken, and where it goes. */
export interface Attempt {
  readonly delivery: DeliveryRow
  readonly endpoint: EndpointRow
}

/** Sends a delivery outside any transaction. Never throws for what the receiver does. */
export async function sendDelivery(
  { app }: UnitOfWork,
  ctxOf: Pick<Ctx, 'accountId' | 'now'>,
  attempt: Attempt,
): Promise<WebhookAnswer> {
  const { delivery, endpoint } = attempt
  const reader = { app, accountId: ctxOf.accountId } as Ctx
  const inOverlap = endpoint.previous_until !== null && endpoint.previous_until.getTime() > ctxOf.now
  const secrets = [endpoint.secret, ...(inOverlap ? [endpoint.previous_secret!] : [])]
  // Receivers compare the time with their own clocks, so a demo's moved clock doesn't count.
  const timestampS = Math.floor(app.clock.wallNow() / 1000)
  const id = messageId(delivery)
  const message = { id, timestampS, body: delivery.payload }
  return app.webhooks.send({
    url: endpoint.url,
    body: delivery.payload,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Quittance-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signWebhook(
        message,
        secrets.map((one) => decryptSecret(reader, endpoint.id, one)),
      ),
    },
  })
}

/** The same for each attempt and replay of an event, so that a receiver can skip what it knows. */
const messageId = ({ event_id, id }: DeliveryRow): string =>
  event_id === null ? `test_${id}` : `evt_${event_id}`

/** Records the answer: delivered, waiting for the next attempt, or failed. Turns off an endpoint that fails for days. */
export async function recordAnswer(ctx: Ctx, { delivery }: Attempt, answer: WebhookAnswer): Promise<void> {
  const { status, problem, durationMs } = answer
  // Locked before the delivery, as everywhere.
  const endpoint = await lockEndpoint(ctx, delivery.endpoint_id)
  if (endpoint === undefined) return
  await insertAttempt(ctx, {
    ...{ delivery_id: delivery.id, number: delivery.attempt_count, at: asDate(ctx.now) },
    ...{ duration_ms: durationMs, status, problem, answer: answer.answer },
  })
  const wait = problem === null ? null : waitOf(delivery, answer)
  const state = problem === null ? 'delivered' : wait === null ? 'failed' : 'waiting'
  await changeDelivery(ctx, delivery.id, {
    ...{ state, last_status: status, last_problem: problem },
    next_at: wait === null ? null : asDate(ctx.now + wait),
    finished_at: wait === null ? asDate(ctx.now) : null,
  })
  if (delivery.event_id === null || endpoint.state !== 'enabled') return
  if (problem === null) {
    if (endpoint.failing_since !== null) await changeEndpoint(ctx, endpoint.id, { failing_since: null })
    return
  }
  const since = endpoint.failing_since ?? asDate(ctx.now)
  if (endpoint.failing_since === null) await changeEndpoint(ctx, endpoint.id, { failing_since: since })
  // 410 Gone asks to be sent nothing more (Standard Webhooks).
  if (status === 410 || ctx.now - since.getTime() >= FAILING_FOR_MS) await turnOffFailing(ctx, endpoint)
}

/** A test is sent once. */
const waitOf = (delivery: DeliveryRow, { retryAfterS }: WebhookAnswer): number | null =>
  delivery.event_id === null ? null : waitAfter(delivery.attempt_count, Math.random(), retryAfterS)
