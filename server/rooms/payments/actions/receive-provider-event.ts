import type { RawRequest } from '../../../gateways/payments/port.ts'
import type { Steps } from '../../../platform/context.ts'
import { webhookSecrets } from '../../../platform/webhook-secrets.ts'
import { storeEvent } from '../store/inbox.ts'
import { callProvider } from './call-provider.ts'
import { processorOf } from './find-processor.ts'

/**
 * Takes a processor's webhook: verified over its raw bytes, stored, then worked off by a job. True when it may be
 * answered with 200: its events are stored, now or before. False when it is not genuine or names another business.
 */
export async function receiveProviderEvent(
  steps: Steps,
  providerId: string,
  request: RawRequest,
): Promise<boolean> {
  const processor = processorOf(steps.app, steps.accountId, providerId)
  if (!processor) return false
  const secrets = webhookSecrets(steps.app.config, providerId)
  const events = await callProvider(steps.app, `${providerId} verify`, () =>
    processor.provider.verifyWebhook(processor.connection, request, secrets),
  )
  if (!events.ok) {
    steps.app.log.warn('payment event refused', { processor: providerId, reason: events.error.code })
    return false
  }
  if (events.value.some((event) => event.recipient !== null && event.recipient !== processor.recipient))
    return false
  await steps.transaction(async (ctx) => {
    for (const event of events.value) {
      const eventId = await storeEvent(ctx, providerId, event, request.body)
      if (eventId !== null) await ctx.app.jobs.enqueue(ctx, 'payments.handle-provider-event', { eventId })
    }
  })
  return true
}
