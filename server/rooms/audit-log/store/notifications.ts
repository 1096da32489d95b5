import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EventRow } from '../rules/present-event.ts'
import { ROWS } from './entries.ts'

export interface SeenMark {
  readonly at: Date
  readonly id: string
}

/** Selects the entries that somebody is notified of. */
export interface Notified {
  readonly userId: string
  readonly actions: readonly string[]
  /** Actions of which only the people that they name are notified. */
  readonly mentions: readonly string[]
}

const notifiedOf = (ctx: Ctx, { userId, actions, mentions }: Notified) => sql`a.account_id = ${ctx.accountId}
  and (a.action = any(${[...actions]}) or a.action = any(${[...mentions]}) and a.detail -> 'mentions' ? ${userId})
  and a.actor_id is distinct from ${userId}::uuid`

/** Returns the latest entries of which somebody is notified, and how many lie after their mark, counted up to `most`. */
export async function selectNotifications(
  ctx: Ctx,
  notified: Notified,
  mark: SeenMark,
  { limit, most }: { readonly limit: number; readonly most: number },
): Promise<{ rows: EventRow[]; unread: number }> {
  const [listed, counted] = await Promise.all([
    sql<EventRow>`${ROWS} where ${notifiedOf(ctx, notified)} and a.at > ${asDate(ctx.now - OLDEST_MS)}
      order by a.at desc, a.id desc limit ${limit}`.execute(ctx.db),
    sql<{ unread: number }>`select count(*)::int as unread from (
      select from audit_entries a where ${notifiedOf(ctx, notified)} and (a.at, a.id) > (${mark.at}, ${mark.id}::uuid)
      limit ${most}) found`.execute(ctx.db),
  ])
  return { rows: listed.rows, unread: counted.rows[0]!.unread }
}

/** Older events are in the activity. */
const OLDEST_MS = 30 * 86_400_000

export async function readMark(ctx: Ctx, userId: string): Promise<SeenMark | null> {
  const row = await ctx.db
    .selectFrom('notification_marks')
    .select(['seen_at as at', 'seen_id as id'])
    .where('account_id', '=', ctx.accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Moves somebody's mark to an entry of the account, never back. Returns false without such an entry. */
export async function moveMark(ctx: Ctx, userId: string, entryId: string): Promise<boolean> {
  const entry = await ctx.db
    .selectFrom('audit_entries')
    .select('at')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', entryId)
    .executeTakeFirst()
  if (!entry) return false
  await ctx.db
    .insertInto('notification_marks')
    .values({ account_id: ctx.accountId, user_id: userId, seen_at: entry.at, seen_id: entryId })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ seen_at: entry.at, seen_id: entryId })
        .where('notification_marks.seen_at', '<=', entry.at),
    )
    .execute()
  return true
}
