import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { JOB_TIME_MS, nextEventAt, waitingEvents } from '../../store/inbox.ts'
import { builtInProcessors } from '../processor/find-processor.ts'
import { handleProcessorEvent } from './handle-processor-event.ts'
import { receiveProcessorEvent } from './receive-processor-event.ts'

const MAX_BATCH = 100

/** Delivers due events of in-process processors (the Sandbox) as if they came from outside. */
export async function deliverDueEvents(uow: UnitOfWork): Promise<void> {
  for (const { adapter, connection } of builtInProcessors(uow))
    await adapter.deliverDue?.(connection, (request) => receiveProcessorEvent(uow, adapter.id, request))
}

/** Returns when the next event of an in-process processor is due, in epoch ms. */
export async function nextDelivery(uow: UnitOfWork): Promise<number | null> {
  let next: number | null = null
  for (const { adapter, connection } of builtInProcessors(uow)) {
    const at = (await adapter.nextDelivery?.(connection)) ?? null
    if (at !== null && (next === null || at < next)) next = at
  }
  return next
}

/** Returns when the next stored event is processed, in epoch ms. */
export async function nextWaitingEvent(ctx: Ctx): Promise<number | null> {
  const at = await nextEventAt(ctx)
  return at === null ? null : at + JOB_TIME_MS
}

/** Processes stored events whose job was lost or has not run yet. */
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
