import type { UnitOfWork } from '../../../../platform/context.ts'
import { waitingEvents } from '../../store/inbox.ts'
import { processorsOf } from '../processor/find-processor.ts'
import { handleProcessorEvent } from './handle-processor-event.ts'
import { receiveProcessorEvent } from './receive-processor-event.ts'

const MAX_BATCH = 100
/** Younger events are left to their own job. */
const JOB_TIME_MS = 60_000

/** Delivers due events of in-process processors (the Sandbox) as if they came from outside. */
export async function deliverDueEvents(uow: UnitOfWork): Promise<void> {
  for (const { adapter, connection } of processorsOf(uow.app, uow.accountId))
    await adapter.deliverDue?.(connection, (request) => receiveProcessorEvent(uow, adapter.id, request))
}

/** Processes stored events whose job was lost or is still to come. */
export async function handleWaitingEvents(uow: UnitOfWork): Promise<void> {
  const waiting = await uow.transaction((ctx) => waitingEvents(ctx, ctx.now - JOB_TIME_MS, MAX_BATCH))
  for (const eventId of waiting) {
    try {
      await handleProcessorEvent(uow, eventId)
    } catch (error) {
      uow.app.log.warn('payment event waits', { eventId, error })
    }
  }
}
