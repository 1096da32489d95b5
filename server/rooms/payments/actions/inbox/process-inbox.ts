import type { UnitOfWork } from '../../../../platform/context.ts'
import { waitingEvents } from '../../store/inbox.ts'
import { processorsOf } from '../processor/find-processor.ts'
import { handleProviderEvent } from './handle-provider-event.ts'
import { receiveProviderEvent } from './receive-provider-event.ts'

const MOST_AT_ONCE = 100
/** Younger events are with their job. */
const JOB_TIME_MS = 60_000

/** Lets the processors inside this program deliver what fell due by the product's clock, as if it came from outside. */
export async function deliverDueEvents(uow: UnitOfWork): Promise<void> {
  for (const { provider, connection } of processorsOf(uow.app, uow.accountId))
    await provider.deliverDue?.(connection, (request) => receiveProviderEvent(uow, provider.id, request))
}

/** Works off stored events whose job was lost or was not there yet. */
export async function handleWaitingEvents(uow: UnitOfWork): Promise<void> {
  const waiting = await uow.transaction((ctx) => waitingEvents(ctx, ctx.now - JOB_TIME_MS, MOST_AT_ONCE))
  for (const eventId of waiting) {
    try {
      await handleProviderEvent(uow, eventId)
    } catch (error) {
      uow.app.log.warn('payment event waits', { eventId, error })
    }
  }
}
