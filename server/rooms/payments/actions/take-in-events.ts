import type { Steps } from '../../../platform/context.ts'
import { waitingEvents } from '../store/inbox.ts'
import { processorsOf } from './find-processor.ts'
import { handleProviderEvent } from './handle-provider-event.ts'
import { receiveProviderEvent } from './receive-provider-event.ts'

const MOST_AT_ONCE = 100
/** Younger events are with their job. */
const JOB_TIME_MS = 60_000

/** Lets the processors inside this program deliver what fell due by the product's clock, as if it came from outside. */
export async function deliverDueEvents(steps: Steps): Promise<void> {
  for (const { provider, connection } of processorsOf(steps.app, steps.accountId))
    await provider.deliverDue?.(connection, (request) => receiveProviderEvent(steps, provider.id, request))
}

/** Works off stored events whose job was lost or was not there yet. */
export async function handleWaitingEvents(steps: Steps): Promise<void> {
  const waiting = await steps.transaction((ctx) => waitingEvents(ctx, ctx.now - JOB_TIME_MS, MOST_AT_ONCE))
  for (const eventId of waiting) {
    try {
      await handleProviderEvent(steps, eventId)
    } catch (error) {
      steps.app.log.warn('payment event waits', { eventId, error })
    }
  }
}
