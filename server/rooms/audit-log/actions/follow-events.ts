import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { actorMay } from '../../../platform/auth/actor-may.ts'
import type { Ctx } from '../../../platform/context.ts'
import { idsInEvents, presentEvent } from '../rules/present-event.ts'
import { eventsShownTo } from '../rules/shown-events.ts'
import { selectEntriesAfterPosition } from '../store/events.ts'
import { namesOf } from '../store/names.ts'

/**
 * Returns the events after a position, oldest first, and where to go on. A page may hold fewer events than asked for, or
 * none, while more follow: the entries between them are no events.
 */
export async function followEvents(
  ctx: Ctx,
  { after, page_size }: InputOf<typeof contract.events.follow>['query'],
): Promise<HandlerReplyOf<typeof contract.events.follow>> {
  const shown = eventsShownTo((right) => actorMay(ctx.actor, right), ctx.app.eventTypes)
  const rows = await selectEntriesAfterPosition(ctx, after, page_size)
  const events = rows.filter((row) => shown.has(row.action))
  const names = await namesOf(ctx, idsInEvents(events))
  return {
    results: events.map((row) => ({
      ...presentEvent(row, shown.get(row.action)!, names),
      position: Number(row.sealNumber),
    })),
    position: rows.length === 0 ? after : Number(rows.at(-1)!.sealNumber),
    has_more: rows.length === page_size,
  }
}
