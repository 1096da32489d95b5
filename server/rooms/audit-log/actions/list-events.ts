import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { actorMay } from '../../../platform/auth/actor-may.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectMergedIds } from '../../customers/index.ts'
import { type EventReply, idsInEvents, presentEvent } from '../rules/present-event.ts'
import { eventsShownTo } from '../rules/shown-events.ts'
import { selectEvents } from '../store/events.ts'
import { namesOf } from '../store/names.ts'

type Query = InputOf<typeof contract.events.list>['query']

/** Returns a page of the account's events, or of one customer's and of the duplicates merged into it, newest first. */
export async function listEvents(
  ctx: Ctx,
  { page_size, ...by }: Query,
): Promise<HandlerReplyOf<typeof contract.events.list>> {
  const events = await readEvents(ctx, by, page_size + 1)
  return { results: events.slice(0, page_size), has_more: events.length > page_size }
}

/** Returns events that the actor may see, newest first, from after the event `before` on. */
export async function readEvents(
  ctx: Ctx,
  { customer, about, before }: Pick<Query, 'customer' | 'about' | 'before'>,
  limit: number,
): Promise<EventReply[]> {
  const shown = eventsShownTo((right) => actorMay(ctx.actor, right), ctx.app.eventTypes)
  const actions = [...shown].flatMap(([action, one]) =>
    about === undefined || one.startsWith(`${about}.`) ? [action] : [],
  )
  const customers = customer === undefined ? [] : [customer, ...(await selectMergedIds(ctx, customer))]
  const rows = await selectEvents(ctx, { customers, actions, before }, limit)
  const names = await namesOf(ctx, idsInEvents(rows))
  return rows.map((row) => presentEvent(row, shown.get(row.action)!, names))
}
