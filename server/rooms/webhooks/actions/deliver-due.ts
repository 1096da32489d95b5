import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { deleteOldDeliveries, endpointsWithDue, nextDeliveryAt, takeDue } from '../store/deliveries.ts'
import { findEndpoint } from '../store/endpoints.ts'
import { recordAnswer, sendDelivery } from './attempt-delivery.ts'

/** Longer than a request may take. After a crash the delivery is due again then. */
const LEASE_MS = MINUTE_MS
/** Deliveries to one endpoint in one run. */
const MAX_IN_RUN = 50
/** An endpoint that gives no answer so often is left alone until the next run, so that it holds no worker. */
const MAX_SILENCES = 3

/** Sends what is due, in the order of events to each endpoint, to all endpoints at the same time. */
export async function deliverDue(uow: UnitOfWork): Promise<void> {
  const endpoints = await uow.transaction(endpointsWithDue)
  await Promise.all(endpoints.map((id) => deliverTo(uow, id)))
  await uow.transaction(deleteOldDeliveries)
}

async function deliverTo(uow: UnitOfWork, endpointId: string): Promise<void> {
  let silences = 0
  for (let sent = 0; sent < MAX_IN_RUN && silences < MAX_SILENCES; sent++) {
    const taken = await uow.transaction(async (ctx) => {
      const endpoint = await findEndpoint(ctx, endpointId)
      if (endpoint?.state !== 'enabled') return null
      const delivery = await takeDue(ctx, endpointId, ctx.now + LEASE_MS)
      return delivery === undefined ? null : { delivery, endpoint, accountId: ctx.accountId, now: ctx.now }
    })
    if (taken === null) return
    const answer = await sendDelivery(uow, taken, taken)
    silences = answer.status === null ? silences + 1 : 0
    await uow.transaction((ctx) => recordAnswer(ctx, taken, answer))
  }
}

export const nextDelivery = (uow: UnitOfWork): Promise<number | null> => uow.transaction(nextDeliveryAt)
