import type { Selectable } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { InboxEvent } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'

export type InboxRow = Selectable<Database['provider_inbox']>

/** Younger events are left to their own job. */
export const JOB_TIME_MS = MINUTE_MS

/** Stores an event with its raw bytes. Returns its id, or null when it is stored already. */
export async function storeEvent(
  ctx: Ctx,
  provider: string,
  event: InboxEvent,
  rawBody: Buffer,
): Promise<string | null> {
  const row = await ctx.db
    .insertInto('provider_inbox')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      provider,
      event_id: event.eventId,
      kind: event.kind,
      object: event.object,
      object_ref: event.objectRef,
      raw_body: rawBody,
      last_error: null,
      next_at: asDate(ctx.now),
      received_at: asDate(ctx.now),
      handled_at: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await markDue(ctx, 'payments.handle-waiting-events', row.id, ctx.now + JOB_TIME_MS)
  return row.id
}

export const readEvent = async (ctx: Ctx, id: string): Promise<InboxRow | null> =>
  (await ctx.db
    .selectFrom('provider_inbox')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

export async function markHandled(
  ctx: Ctx,
  id: string,
  status: 'done' | 'skipped',
  note: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('provider_inbox')
    .set({ status, last_error: note, handled_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('status', '=', 'new')
    .execute()
}

const LONGEST_LIFE_MS = 3 * DAY_MS
/** With the pauses in between, these attempts take three days. */
const FEWEST_ATTEMPTS = 12
const LONGEST_PAUSE_MS = DAY_MS

/**
 * Counts a failed attempt and doubles the pause. Returns true when attempts failed for three days and a case
 * is due. An event that waited because no worker ran is tried as often as any other.
 */
export async function markFailed(ctx: Ctx, event: InboxRow, error: string): Promise<boolean> {
  const old = event.received_at.getTime() < ctx.now - LONGEST_LIFE_MS
  const dead = old && event.attempts + 1 >= FEWEST_ATTEMPTS
  const pauseMs = Math.min(MINUTE_MS * 2 ** Math.min(event.attempts, 12), LONGEST_PAUSE_MS)
  const changed = await ctx.db
    .updateTable('provider_inbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_error: error,
      next_at: asDate(ctx.now + pauseMs),
      status: dead ? 'dead' : 'new',
    }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', event.id)
    .where('status', '=', 'new')
    .returning('id')
    .executeTakeFirst()
  return dead && changed !== undefined
}

/**
 * Returns pending events that were due before an instant: their job was lost, or they wait for the next
 * attempt.
 */
export async function waitingEvents(ctx: Ctx, beforeMs: number, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('provider_inbox')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('status', '=', 'new')
    .where('next_at', '<=', asDate(beforeMs))
    .orderBy('next_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns when the next pending event was or will be due, in epoch ms. */
export async function nextEventAt(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('provider_inbox')
    .select(({ fn }) => fn.min('next_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow()
  return at?.getTime() ?? null
}
