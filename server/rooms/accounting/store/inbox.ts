import { DAY_MS } from '../../../../domain/dates/durations.ts'
import type { PlatformEvent } from '../../../gateways/accounting/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { ConnectionRow, InboxRow } from '../tables.ts'

/** Handled events are kept so long, in case the platform sends them again. */
const KEPT_MS = 30 * DAY_MS

/** Stores events of one company. Returns the number of those that were not stored before. */
export async function storeEvents(
  ctx: Ctx,
  connectionId: string,
  events: readonly PlatformEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const rows = await ctx.db
    .insertInto('accounting_inbox')
    .values(
      events.map((event) => ({
        account_id: ctx.accountId,
        id: nextId(ctx),
        connection_id: connectionId,
        event_id: event.eventId,
        kind: event.kind,
        operation: event.operation,
        remote_id: event.remoteId,
        merged_from: event.mergedFrom,
        raw_event: event.raw,
        received_at: asDate(ctx.now),
        handled_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'connection_id', 'event_id']).doNothing())
    .returning('id')
    .execute()
  return rows.length
}

/** Returns stored merges that no sync has applied yet, in the order of their arrival. */
export const newMerges = (ctx: Ctx, connectionId: string): Promise<InboxRow[]> =>
  ctx.db
    .selectFrom('accounting_inbox')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('handled_at', 'is', null)
    .where('operation', '=', 'merged')
    .orderBy('received_at')
    .orderBy('id')
    .execute()

/** Marks events as handled that came before a sync began, and forgets old ones. Returns true when others wait. */
export async function noteEventsRead(ctx: Ctx, connection: ConnectionRow, begun: Date): Promise<boolean> {
  await ctx.db
    .updateTable('accounting_inbox')
    .set({ handled_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connection.id)
    .where('handled_at', 'is', null)
    .where('received_at', '<=', begun)
    .execute()
  await ctx.db
    .deleteFrom('accounting_inbox')
    .where('account_id', '=', ctx.accountId)
    .where('handled_at', '<', asDate(ctx.now - KEPT_MS))
    .execute()
  const waiting = await ctx.db
    .selectFrom('accounting_inbox')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connection.id)
    .where('handled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Returns when the latest event came; null without one. */
export async function latestEventAt(ctx: Ctx, connectionId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('accounting_inbox')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return row?.at ?? null
}
