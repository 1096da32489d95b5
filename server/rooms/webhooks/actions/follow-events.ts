import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { type FollowedEvent, lastPosition, readEventsAfter } from '../../audit-log/index.ts'
import { insertDeliveries, type NewDelivery } from '../store/deliveries.ts'
import { changeEndpoint, lockEnabled, lowestPosition } from '../store/endpoints.ts'
import type { EndpointRow } from '../tables.ts'

const PAGE = 200
const MAX_PAGES = 20

/**
 * Makes a delivery of each new event for each endpoint that chose its type. The position moves in the same transaction, so that
 * a crash loses none and makes none twice.
 */
export async function followEvents(uow: UnitOfWork): Promise<void> {
  for (let page = 0; page < MAX_PAGES; page++) if (!(await uow.transaction(followPage))) return
}

/** Returns whether more events follow. */
async function followPage(ctx: Ctx): Promise<boolean> {
  let hasMore = false
  for (const endpoint of await lockEnabled(ctx)) {
    const { events, position, hasMore: more } = await readEventsAfter(ctx, Number(endpoint.position), PAGE)
    if (position === Number(endpoint.position)) continue
    const chosen = events.filter(({ type }) => isChosen(endpoint, type))
    await insertDeliveries(
      ctx,
      chosen.map((event) => deliveryOf(ctx, endpoint.id, event, 0)),
    )
    await changeEndpoint(ctx, endpoint.id, { position: BigInt(position) })
    if (chosen.length > 0) await markDue(ctx, 'webhooks.deliver', endpoint.id, ctx.now)
    hasMore ||= more
  }
  return hasMore
}

export const isChosen = (
  { event_types }: Pick<EndpointRow, 'event_types'>,
  type: FollowedEvent['type'],
): boolean => event_types.length === 0 || event_types.includes(type)

/** Returns the delivery of an event, which is sent as soon as possible. */
export const deliveryOf = (
  ctx: Ctx,
  endpointId: string,
  { position, ...event }: FollowedEvent,
  replay: number,
): NewDelivery => ({
  endpointId,
  eventId: event.pk,
  eventType: event.type,
  replay,
  position,
  payload: JSON.stringify({
    type: event.type,
    timestamp: event.at,
    data: { account: ctx.accountId, position, ...event },
  }),
  nextAtMs: ctx.now,
})

/** Returns now while an endpoint has not seen the last event. */
export const nextFollow = (uow: UnitOfWork): Promise<number | null> =>
  uow.transaction(async (ctx) => {
    const lowest = await lowestPosition(ctx)
    return lowest !== null && lowest < (await lastPosition(ctx)) ? ctx.now : null
  })
