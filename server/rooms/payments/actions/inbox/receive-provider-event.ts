import type { RawRequest } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { storeEvent } from '../../store/inbox.ts'
import { callProvider } from '../processor/call-provider.ts'
import { processorOf } from '../processor/find-processor.ts'

/** A secret that is empty or could be guessed proves nothing. */
const SHORTEST_SECRET = 24

/**
 * Takes a processor's webhook: verified over its raw bytes, stored, then worked off by a job. True when it may be
 * answered with 200: its events are stored, now or before. False when it is not genuine or names another business.
 * Refuses processor_unavailable when that can't be told now.
 */
export async function receiveProviderEvent(
  uow: UnitOfWork,
  providerId: string,
  request: RawRequest,
): Promise<boolean> {
  const processor = processorOf(uow.app, uow.accountId, providerId)
  if (!processor) return false
  const count = (outcome: 'taken' | 'refused' | 'unavailable') =>
    uow.app.metrics.webhooks.inc({ processor: providerId, outcome })
  const secrets = processor.webhookSecrets.filter((secret) => secret.length >= SHORTEST_SECRET)
  if (secrets.length === 0) return false
  const events = await callProvider(uow.app, `${providerId} verify`, () =>
    processor.provider.verifyWebhook(processor.connection, request, secrets),
  )
  if (!events.ok) {
    uow.app.log.warn('payment event refused', { processor: providerId, reason: events.error.code })
    count(events.error.kind === 'invalid' ? 'refused' : 'unavailable')
    // Where the processor itself has to be asked and can't be, it shall send the request again.
    if (events.error.kind !== 'invalid') throw refuse('processor_unavailable')
    return false
  }
  if (events.value.some((event) => event.recipient !== null && event.recipient !== processor.recipient)) {
    uow.app.log.warn('payment event refused', { processor: providerId, reason: 'other_recipient' })
    count('refused')
    return false
  }
  await failpoint('webhook.verified')
  await uow.transaction(async (ctx) => {
    for (const event of events.value) {
      const eventId = await storeEvent(ctx, providerId, event, request.body)
      if (eventId !== null) await ctx.app.jobs.enqueue(ctx, 'payments.handle-provider-event', { eventId })
      else ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'event' })
    }
  })
  await failpoint('webhook.stored')
  count('taken')
  return true
}
