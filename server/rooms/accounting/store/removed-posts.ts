import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PostRow } from '../tables.ts'

/** Whether nobody has decided about a post that somebody removed or changed in its books. `post` is the table or its alias. */
export const isUndecidedRemoval = (post: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from accounting_conflicts r where r.account_id = ${sql.ref(`${post}.account_id`)}
    and r.cause = 'removed_there:' || ${sql.ref(`${post}.kind`)} || ':' || ${sql.ref(`${post}.subject_id`)}::text
    and r.connection_id = ${sql.ref(`${post}.connection_id`)} and r.closed_at is null)`

/**
 * Asks again, in books that are read again after others, about posts that somebody removed there: a move closed the question. Until it is
 * decided nothing of them is posted. Nobody is asked about a payment that was paid back whole since, nor where another one was made instead.
 */
export async function reopenRemoved(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`
    with reopened as (
      update accounting_conflicts c set closed_at = null, choice = null
      where c.account_id = ${ctx.accountId} and c.connection_id = ${connectionId} and c.kind = 'removed_there' and c.choice = 'moved'
        and not exists (select from accounting_conflicts o where o.account_id = c.account_id and o.cause = c.cause
          and (o.closed_at is null or (o.opened_at, o.id) > (c.opened_at, c.id)))
        and exists (select from accounting_posts p where p.account_id = c.account_id and p.kind = c.subject_type
          and p.subject_id = c.subject_id and p.connection_id = c.connection_id and p.state in ('waiting', 'asked', 'conflict')
          and p.step is null and p.wanted ->> 'total' <> '0')
      returning c.subject_type, c.subject_id
    )
    update accounting_posts p set state = 'conflict', next_at = null from reopened r
    where p.account_id = ${ctx.accountId} and p.kind = r.subject_type and p.subject_id = r.subject_id`.execute(
    ctx.db,
  )
}

/** Whether somebody removed a post, or a part of it, in its books, and nobody had decided about it when the account left them. */
export async function wasRemovedThere(
  ctx: Ctx,
  { kind, subject_id, connection_id, posted_at }: PostRow,
): Promise<boolean> {
  const latest = await ctx.db
    .selectFrom('accounting_conflicts')
    .select(['choice', 'opened_at'])
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connection_id)
    .where('cause', '=', `removed_there:${kind}:${subject_id}`)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.choice === 'moved' && latest.opened_at >= (posted_at ?? latest.opened_at)
}
