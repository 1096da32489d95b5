import type { RawRequest } from '../../../../gateways/payments/port.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { storeEvent } from '../../store/inbox.ts'
import { callProcessor } from '../processor/call-processor.ts'
import { findProcessor } from '../processor/find-processor.ts'

/** A signature proves nothing when the secret is empty or easy to guess. */
const SHORTEST_SECRET = 24

/** Anybody can send unsigned webhooks, and each is a call with the business's key, whose calls its processor counts. */
const MOST_UNSIGNED = 300
const UNSIGNED_WINDOW_S = 60

/**
 * Verifies a processor's webhook over its raw bytes, stores its events and enqueues their processing. Returns
 * true when the events are stored, now or before, and the request can be answered with 200. Returns false
 * when the webhook is not genuine or names another business. Refuses processor_unavailable when verification
 * needs the processor and it does not answer, and too_many_requests for too many unsigned ones.
 */
export async function receiveProcessorEvent(
  uow: UnitOfWork,
  processorId: string,
  request: RawRequest,
): Promise<boolean> {
  const processor = await findProcessor(uow, processorId)
  if (!processor) return false
  const count = (outcome: 'taken' | 'refused' | 'unavailable') =>
    uow.app.metrics.webhooks.inc({ processor: processorId, outcome })
  const secrets = processor.webhookSecrets.filter((secret) => secret.length >= SHORTEST_SECRET)
  // An unsigned webhook is only a hint: its event is fetched with the business's own key.
  const signed = processor.adapter.capabilities(processor.connection).webhooks === 'signed'
  if (signed && secrets.length === 0) return false
  if (!signed)
    await consumeRateLimit(
      uow.app,
      `unsigned webhook ${processorId} ${uow.accountId}`,
      MOST_UNSIGNED,
      UNSIGNED_WINDOW_S,
    )
  const events = await callProcessor(uow.app, `${processorId} verify`, () =>
    processor.adapter.verifyWebhook(processor.connection, request, secrets),
  )
  if (!events.ok) {
    uow.app.log.warn('payment event refused', { processor: processorId, reason: events.error.code })
    count(events.error.kind === 'invalid' ? 'refused' : 'unavailable')
    // When verification needs the processor and it does not answer, the processor has to resend the webhook.
    if (events.error.kind !== 'invalid') throw refuse('processor_unavailable')
    return false
  }
  if (events.value.some((event) => event.recipient !== null && event.recipient !== processor.recipient)) {
    uow.app.log.warn('payment event refused', { processor: processorId, reason: 'other_recipient' })
    count('refused')
    return false
  }
  await failpoint('webhook.verified')
  await uow.transaction(async (ctx) => {
    for (const event of events.value) {
      const eventId = await storeEvent(ctx, processorId, event, request.body)
      if (eventId !== null) await ctx.app.jobs.enqueue(ctx, 'payments.handle-provider-event', { eventId })
      else ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'event' })
    }
  })
  await failpoint('webhook.stored')
  count('taken')
  return true
}
