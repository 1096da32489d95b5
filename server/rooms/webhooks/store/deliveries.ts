import { sql, type Updateable } from 'kysely'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { AttemptRow, DeliveryRow } from '../tables.ts'

const KEPT_MS = 30 * DAY_MS
const MAX_BATCH = 500

const deliveries = (ctx: Ctx) =>
  ctx.db.selectFrom('webhook_deliveries').selectAll().where('account_id', '=', ctx.accountId)

export interface NewDelivery {
  readonly endpointId: string
  readonly eventId: string | null
  readonly eventType: string
  readonly replay: number
  readonly position: number
  readonly payload: string
  readonly nextAtMs: number
}

/** Inserts deliveries. Skips an event that has its delivery. */
export async function insertDeliveries(ctx: Ctx, all: readonly NewDelivery[]): Promise<DeliveryRow[]> {
  if (all.length === 0) return []
  return ctx.db
    .insertInto('webhook_deliveries')
    .values(
      all.map((one) => ({
        ...{ account_id: ctx.accountId, id: nextId(ctx), endpoint_id: one.endpointId, event_id: one.eventId },
        ...{ event_type: one.eventType, replay: one.replay, position: BigInt(one.position) },
        ...{ payload: one.payload, state: 'waiting' as const, next_at: asDate(one.nextAtMs) },
        ...{ last_status: null, last_problem: null, created_at: asDate(ctx.now), finished_at: null },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

/** Returns how often each of these events was sent to the endpoint again. */
export async function countReplays(
  ctx: Ctx,
  endpointId: string,
  events: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (events.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['event_id', eb.fn.max('replay').as('last')])
    .where('account_id', '=', ctx.accountId)
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', [...events])
    .groupBy('event_id')
    .execute()
  return new Map(rows.map(({ event_id, last }) => [event_id!, last]))
}

/**
 * Takes the next due delivery of an endpoint, in the order of events, and leases it until `untilMs`: after a crash it is due
 * again then.
 */
export async function takeDue(
  ctx: Ctx,
  endpointId: string,
  untilMs: number,
): Promise<DeliveryRow | undefined> {
  const due = await deliveries(ctx)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', asDate(ctx.now))
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (due === undefined) return undefined
  return changeDelivery(ctx, due.id, { next_at: asDate(untilMs), attempt_count: due.attempt_count + 1 })
}

export const changeDelivery = (
  ctx: Ctx,
  id: string,
  change: Updateable<Database['webhook_deliveries']>,
): Promise<DeliveryRow | undefined> =>
  ctx.db
    .updateTable('webhook_deliveries')
    .set(change)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Gives up all deliveries under way to an endpoint. */
export async function giveUpWaiting(ctx: Ctx, endpointId: string, problem: string): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_at: null, finished_at: asDate(ctx.now), last_problem: problem })
    .where('account_id', '=', ctx.accountId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Returns the endpoints with due deliveries that receive events. */
export async function endpointsWithDue(ctx: Ctx): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select e.id from webhook_endpoints e where e.account_id = ${ctx.accountId} and e.state = 'enabled' and exists (
      select from webhook_deliveries d where d.account_id = e.account_id and d.endpoint_id = e.id
        and d.state = 'waiting' and d.next_at <= ${asDate(ctx.now)})`.execute(ctx.db)
  return result.rows.map(({ id }) => id)
}

/** Returns when the next delivery is due, in epoch ms. */
export async function nextDeliveryAt(ctx: Ctx): Promise<number | null> {
  const result = await sql<{ at: Date | null }>`
    select min(d.next_at) as at from webhook_endpoints e
      join webhook_deliveries d on d.account_id = e.account_id and d.endpoint_id = e.id and d.state = 'waiting'
    where e.account_id = ${ctx.accountId} and e.state = 'enabled'`.execute(ctx.db)
  return result.rows[0]?.at?.getTime() ?? null
}

export async function insertAttempt(ctx: Ctx, attempt: Omit<AttemptRow, 'account_id'>): Promise<void> {
  await ctx.db
    .insertInto('webhook_attempts')
    .values({ ...attempt, account_id: ctx.accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns a page of an endpoint's deliveries, newest first. */
export const selectDeliveries = (
  ctx: Ctx,
  endpointId: string,
  by: { readonly state: DeliveryRow['state'] | undefined; readonly before: string | undefined },
  limit: number,
): Promise<DeliveryRow[]> => {
  let query = deliveries(ctx).where('endpoint_id', '=', endpointId)
  if (by.state !== undefined) query = query.where('state', '=', by.state)
  if (by.before !== undefined) query = query.where('id', '<', by.before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const findDelivery = (ctx: Ctx, endpointId: string, id: string): Promise<DeliveryRow | undefined> =>
  deliveries(ctx).where('endpoint_id', '=', endpointId).where('id', '=', id).executeTakeFirst()

export const selectAttempts = (ctx: Ctx, deliveryId: string): Promise<AttemptRow[]> =>
  ctx.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()

/** Counts deliveries under way by endpoint. */
export async function countWaiting(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['endpoint_id', eb.fn.countAll<string>().as('count')])
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'waiting')
    .groupBy('endpoint_id')
    .execute()
  return new Map(rows.map(({ endpoint_id, count }) => [endpoint_id, Number(count)]))
}

/** Deletes finished deliveries of more than thirty days ago. */
export async function deleteOldDeliveries(ctx: Ctx): Promise<void> {
  await sql`delete from webhook_deliveries where account_id = ${ctx.accountId} and id in (
    select id from webhook_deliveries where account_id = ${ctx.accountId} and state <> 'waiting'
      and finished_at < ${asDate(ctx.now - KEPT_MS)} limit ${MAX_BATCH})`.execute(ctx.db)
}
