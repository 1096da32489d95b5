import { readFilters } from '../../../../contract/filters.ts'
import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { actorMay } from '../../../platform/auth/actor-may.ts'
import type { Ctx } from '../../../platform/context.ts'
import { orderOf } from '../../../platform/http/paging.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { selectMergedIds } from '../../customers/index.ts'
import { type EventReply, idsInEvents, presentEvent } from '../rules/present-event.ts'
import { actionsOf, eventsShownTo } from '../rules/shown-events.ts'
import { selectEvents } from '../store/events.ts'
import { namesOf } from '../store/names.ts'

type Query = InputOf<typeof contract.events.list>['query']

/** Returns a page of the account's events, or of one customer's and of the duplicates merged into it, newest or oldest first. */
export async function listEvents(
  ctx: Ctx,
  { page_size, before, ...by }: Query,
): Promise<HandlerReplyOf<typeof contract.events.list>> {
  const events = await readEvents(ctx, by, before, page_size + 1)
  return { results: events.slice(0, page_size), has_more: events.length > page_size }
}

/** Returns events that the actor may see, in their order, from after the event `before` on. Refuses invalid_input beside a wrong filter. */
export async function readEvents(
  ctx: Ctx,
  by: Omit<Query, 'before' | 'page_size'>,
  before: string | undefined,
  limit: number,
): Promise<EventReply[]> {
  const { customer, about, order_by, ...rest } = by
  const filters = readFilters(rest)
  const shown = eventsShownTo((right) => actorMay(ctx.actor, right), ctx.app.eventTypes)
  const actions = actionsOf(shown, about, filters)
  const customers = customer === undefined ? [] : [customer, ...(await selectMergedIds(ctx, customer))]
  const match = {
    customers,
    actions,
    isOfSomeActions: actions.length < shown.size,
    filters: filters.filter(({ name }) => name !== 'type'),
    timezone: (await readAccountRow(ctx)).timezone,
    direction: orderOf(order_by).direction,
    before,
  }
  const rows = await selectEvents(ctx, match, limit)
  const names = await namesOf(ctx, idsInEvents(rows))
  return rows.map((row) => presentEvent(row, shown.get(row.action)!, names))
}
