import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { actorMay } from '../../../platform/auth/actor-may.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectMergedIds } from '../../customers/index.ts'
import { idsInEvents, presentEvent } from '../rules/present-event.ts'
import { eventsShownTo } from '../rules/shown-events.ts'
import { selectEvents } from '../store/events.ts'
import { namesOf } from '../store/names.ts'

/** Returns a page of the account's events, or of one customer's and of the duplicates merged into it, newest first. */
export async function listEvents(
  ctx: Ctx,
  { customer, about, before, page_size }: InputOf<typeof contract.events.list>['query'],
): Promise<HandlerReplyOf<typeof contract.events.list>> {
  const shown = eventsShownTo((right) => actorMay(ctx.actor, right), ctx.app.eventTypes)
  const actions = [...shown].flatMap(([action, one]) =>
    about === undefined || one.startsWith(`${about}.`) ? [action] : [],
  )
  const customers = customer === undefined ? [] : [customer, ...(await selectMergedIds(ctx, customer))]
  const rows = await selectEvents(ctx, { customers, actions, before }, page_size + 1)
  const page = rows.slice(0, page_size)
  const names = await namesOf(ctx, idsInEvents(page))
  return {
    results: page.map((row) => presentEvent(row, shown.get(row.action)!, names)),
    has_more: rows.length > page_size,
  }
}
