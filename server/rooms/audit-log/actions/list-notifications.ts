import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { MENTION_EVENT, NOTIFIED_EVENTS } from '../../../../domain/accounts/notified-events.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { actorMay } from '../../../platform/auth/actor-may.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { idsInEvents, presentEvent } from '../rules/present-event.ts'
import { eventsShownTo } from '../rules/shown-events.ts'
import { namesOf } from '../store/names.ts'
import { moveMark, readMark, selectNotifications } from '../store/notifications.ts'

type Reply = HandlerReplyOf<typeof contract.notifications.list>

const LISTED = 20
const MOST_UNREAD = 99
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Nobody who joins finds years of unread events. */
const UNSEEN_MS = 7 * DAY_MS

/** Returns the latest events of which the caller is notified. */
export async function listNotifications(ctx: Ctx): Promise<Reply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId } = ctx.actor
  const shown = [...eventsShownTo((right) => actorMay(ctx.actor, right), ctx.app.eventTypes)]
  const mark = (await readMark(ctx, userId)) ?? { at: asDate(ctx.now - UNSEEN_MS), id: NO_ID }
  const notified = {
    userId,
    actions: shown.flatMap(([action, type]) => (NOTIFIED_EVENTS.has(type) ? [action] : [])),
    mentions: shown.flatMap(([action, type]) => (type === MENTION_EVENT ? [action] : [])),
  }
  const { rows, unread } = await selectNotifications(ctx, notified, mark, {
    limit: LISTED,
    most: MOST_UNREAD,
  })
  const names = await namesOf(ctx, idsInEvents(rows))
  const types = new Map(shown)
  return {
    unread,
    results: rows.map((row) => ({
      ...presentEvent(row, types.get(row.action)!, names),
      unread: row.at > mark.at || (row.at.getTime() === mark.at.getTime() && row.id > mark.id),
    })),
  }
}

/** Marks what happened up to an event as seen by the caller. Refuses not_found. */
export async function markSeen(ctx: Ctx, eventId: string): Promise<Reply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  if (!(await moveMark(ctx, ctx.actor.userId, eventId))) throw refuse('not_found')
  return listNotifications(ctx)
}
