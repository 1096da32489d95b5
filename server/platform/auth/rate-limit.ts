import { sql } from 'kysely'
import type { Text } from '../../../domain/languages/msg.ts'
import { asDate } from '../clock.ts'
import type { App, Ctx } from '../context.ts'
import { sha256 } from '../ids.ts'
import { Refusal } from '../refusal.ts'

interface Window {
  hits: number
  window_started_at: Date
}

/**
 * Counts one call under `key` before anything is verified. The statement runs on its own, so that parallel
 * calls can't all pass the limit. Throws too_many_requests with the seconds to wait.
 */
export async function consumeRateLimit(
  app: App,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  const window = await countRateLimit(app, key, windowSeconds)
  if (window.hits > limit) throw refusalUntilOver(app, window, windowSeconds)
}

/** Counts one call under `key` without a limit. */
export const countRateLimit = (app: App, key: string, windowSeconds: number): Promise<Window> =>
  count(app, app.db, { key, turns: 1, windowSeconds })

/**
 * Counts `turns` calls that count only if the caller's transaction commits. Concurrent calls with the same
 * key wait for it. Throws too_many_requests, and then counts nothing.
 */
export async function consumeRateLimitWith(
  ctx: Ctx,
  turn: Turn & { readonly limit: number; readonly detail: Text },
): Promise<void> {
  const window = await count(ctx.app, ctx.db, turn)
  if (window.hits > turn.limit) throw refusalUntilOver(ctx.app, window, turn.windowSeconds, turn.detail)
}

interface Turn {
  readonly key: string
  readonly turns: number
  readonly windowSeconds: number
}

/**
 * The times at which a window that is not over may have begun. A window that begins in the future was counted by a machine
 * whose clock ran ahead; one that is further ahead than its own length is over, so that it limits nobody for longer.
 */
function boundsOf(now: Date, windowSeconds: number): { oldest: Date; newest: Date } {
  const at = (seconds: number) => asDate(now.getTime() + seconds * 1000)
  return { oldest: at(-windowSeconds), newest: at(windowSeconds) }
}

async function count(app: App, db: App['db'], { key, turns, windowSeconds }: Turn): Promise<Window> {
  const now = asDate(app.clock.wallNow())
  const { oldest, newest } = boundsOf(now, windowSeconds)
  const isOver = sql`t.window_started_at not between ${oldest} and ${newest}`
  const result = await sql<Window>`
    insert into throttle_counters as t (key, window_started_at, hits) values (${hashed(key)}, ${now}, ${turns})
    on conflict (key) do update set
      hits = case when ${isOver} then ${turns} else t.hits + ${turns} end,
      window_started_at = case when ${isOver} then ${now} else t.window_started_at end
    returning hits, window_started_at`.execute(db)
  return result.rows[0]!
}

/** Throws too_many_requests once `limit` calls were counted under `key`. Counts none itself. */
export async function checkRateLimit(
  app: App,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  const { oldest, newest } = boundsOf(asDate(app.clock.wallNow()), windowSeconds)
  const window = await app.db
    .selectFrom('throttle_counters')
    .select(['hits', 'window_started_at'])
    .where('key', '=', hashed(key))
    .where('window_started_at', '>=', oldest)
    .where('window_started_at', '<=', newest)
    .executeTakeFirst()
  if (window && window.hits >= limit) throw refusalUntilOver(app, window, windowSeconds)
}

function refusalUntilOver(app: App, window: Window, windowSeconds: number, detail?: Text): Refusal {
  const waitMs = window.window_started_at.getTime() + windowSeconds * 1000 - app.clock.wallNow()
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal('too_many_requests', { retryAfterSeconds, ...(detail !== undefined && { detail }) })
}

/** Takes one counted call back, after a call that was counted as a failure succeeded. */
export async function releaseRateLimit(app: App, key: string): Promise<void> {
  await sql`update throttle_counters set hits = greatest(hits - 1, 0) where key = ${hashed(key)}`.execute(
    app.db,
  )
}

const FREE_FAILURES = 5
const LONGEST_DELAY_S = 60

/**
 * Limits failures of one subject, such as an email address at login: the first five in a window are free,
 * then each attempt waits 1, 2, 4 … 60 seconds after the previous one. Counts the attempt as a failure before
 * it is verified; `forgive` resets the count.
 */
export async function takeAttempt(app: App, key: string, windowSeconds: number): Promise<void> {
  const now = asDate(app.clock.wallNow())
  const { oldest, newest } = boundsOf(now, windowSeconds)
  const isOver = sql`t.window_started_at not between ${oldest} and ${newest}`
  // Twice the delay, because another machine's clock may be a little ahead.
  const longest = asDate(now.getTime() + 2 * LONGEST_DELAY_S * 1000)
  const result = await sql<{ failures: number }>`
    insert into throttle_counters as t (key, window_started_at, hits, failures) values (${hashed(key)}, ${now}, 1, 1)
    on conflict (key) do update set
      hits = t.hits + 1,
      failures = case when ${isOver} then 1 else t.failures + 1 end,
      window_started_at = case when ${isOver} then ${now} else t.window_started_at end,
      blocked_until = case
        when ${isOver} or t.failures + 1 < ${FREE_FAILURES} then null
        else ${now}::timestamptz + make_interval(secs => least(${LONGEST_DELAY_S}, power(2, least(t.failures + 1 - ${FREE_FAILURES}, 10)))) end
    where t.blocked_until is null or t.blocked_until <= ${now} or t.blocked_until > ${longest} or ${isOver}
    returning failures`.execute(app.db)
  if (result.rows.length > 0) return
  const blocked = await app.db
    .selectFrom('throttle_counters')
    .select('blocked_until')
    .where('key', '=', hashed(key))
    .executeTakeFirst()
  const until = blocked?.blocked_until?.getTime() ?? now.getTime()
  throw new Refusal('too_many_requests', {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)),
  })
}

/** Takes back one attempt that was not a failure and keeps the earlier ones. */
export async function returnAttempt(app: App, key: string): Promise<void> {
  await sql`update throttle_counters set failures = greatest(failures - 1, 0), blocked_until = null
    where key = ${hashed(key)}`.execute(app.db)
}

/** Deletes a subject's failures after a success. */
export async function forgive(app: App, key: string): Promise<void> {
  await app.db.deleteFrom('throttle_counters').where('key', '=', hashed(key)).execute()
}

const IDLE_S = 24 * 3600
const MAX_BATCH = 5000

/** Remembers `key` for a day. */
export async function remember(app: App, key: string): Promise<void> {
  const now = asDate(app.clock.wallNow())
  await sql`insert into throttle_counters (key, window_started_at, hits) values (${hashed(key)}, ${now}, 0)
    on conflict (key) do update set window_started_at = ${now}`.execute(app.db)
}

export async function isRemembered(app: App, key: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('throttle_counters')
    .select('key')
    .where('key', '=', hashed(key))
    .where('window_started_at', '>=', asDate(app.clock.wallNow() - IDLE_S * 1000))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes counters whose windows have long ended. */
export async function forgetIdleCounters(app: App): Promise<void> {
  const idle = asDate(app.clock.wallNow() - IDLE_S * 1000)
  await sql`delete from throttle_counters where key in (
    select key from throttle_counters where window_started_at < ${idle}
      and (blocked_until is null or blocked_until < ${idle}) limit ${MAX_BATCH})`.execute(app.db)
}

// Keys contain addresses, so the table stores only their hashes.
const hashed = (key: string): string => sha256(key).toString('base64url')
