import type { Ctx } from '../../../platform/context.ts'
import { type EventReply, type EventRow, idsInEvents, presentEvent } from '../rules/present-event.ts'
import { selectEntriesAfterPosition, selectSealedBetween } from '../store/events.ts'
import { namesOf } from '../store/names.ts'
import { lastSeal } from '../store/seals.ts'

/** An event with its position in the order in which events are followed. */
export interface FollowedEvent extends EventReply {
  readonly position: number
}

export interface FollowedEvents {
  readonly events: readonly FollowedEvent[]
  /** Where to go on. */
  readonly position: number
  readonly hasMore: boolean
}

/** Returns all events of the account after a position, for programs that the account's managers have chosen. */
export async function readEventsAfter(ctx: Ctx, after: number, limit: number): Promise<FollowedEvents> {
  const rows = await selectEntriesAfterPosition(ctx, after, limit)
  const position = rows.length === 0 ? after : Number(rows.at(-1)!.sealNumber)
  return { events: await present(ctx, rows), position, hasMore: rows.length === limit }
}

/** Returns the events between two instants in epoch ms, up to `limit`, in the order of their positions. */
export async function readEventsBetween(
  ctx: Ctx,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  limit: number,
): Promise<readonly FollowedEvent[]> {
  const actions = Object.keys(ctx.app.eventTypes)
  return present(ctx, await selectSealedBetween(ctx, { fromMs, toMs, actions }, limit))
}

/** Returns the position of the last event so far. */
export const lastPosition = async (ctx: Ctx): Promise<number> => Number((await lastSeal(ctx))?.number ?? 0)

async function present(ctx: Ctx, rows: readonly EventRow[]): Promise<FollowedEvent[]> {
  const types = ctx.app.eventTypes
  const events = rows.filter((row) => types[row.action] !== undefined)
  const names = await namesOf(ctx, idsInEvents(events))
  return events.map((row) => ({
    ...presentEvent(row, types[row.action]!, names),
    position: Number(row.sealNumber),
  }))
}
